import { AssumeRoleCommand, GetCallerIdentityCommand, type STSClient } from '@aws-sdk/client-sts';

export interface RoleCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

/** Fills in the placeholders that a cloud assembly without a fixed account has in its ARNs. */
const resolve = async (sts: STSClient, arn: string): Promise<string> => {
  const { Account = '', Arn = '' } = await sts.send(new GetCallerIdentityCommand({}));
  return arn
    .replaceAll('${AWS::Partition}', Arn.split(':')[1] ?? 'aws')
    .replaceAll('${AWS::AccountId}', Account)
    .replaceAll('${AWS::Region}', await sts.config.region());
};

/**
 * Assumes the role with which the CDK reads an account. A role that may only assume the bootstrap's roles, such as GitHub's,
 * cannot read CloudFormation itself.
 * @returns undefined if the caller may not assume the role; like the CDK, the caller then uses its own credentials
 */
export const assumeLookupRole = async (sts: STSClient, arn: string): Promise<RoleCredentials | undefined> => {
  const RoleArn = await resolve(sts, arn);
  try {
    const command = new AssumeRoleCommand({ RoleArn, RoleSessionName: 'checkin-deploy' });
    const { AccessKeyId = '', SecretAccessKey = '', SessionToken = '' } = (await sts.send(command)).Credentials ?? {};
    return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken };
  } catch (error) {
    if ((error as Error).name === 'AccessDenied') return undefined;
    throw error;
  }
};
