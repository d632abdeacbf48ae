import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { AssumeRoleCommand, GetCallerIdentityCommand, type STSClient } from '@aws-sdk/client-sts';
import { PROJECT_DIRECTORY } from '../bundling.ts';
import type { SynthesisedStack } from './run-deployment.ts';
import type { TemplateJson } from './find-objections.ts';

/** Runs the CDK that the project pins, in this terminal. */
export const runCdk = async (words: readonly string[]): Promise<number> => {
  const cdk = join(PROJECT_DIRECTORY, 'node_modules/aws-cdk/bin/cdk');
  const child = spawn(process.execPath, [cdk, ...words], { cwd: PROJECT_DIRECTORY, stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
};

interface Artifact {
  readonly type: string;
  readonly properties?: {
    readonly templateFile: string;
    readonly stackName?: string;
    readonly terminationProtection?: boolean;
    readonly lookupRole?: { readonly arn: string };
  };
}

const read = (file: string) => JSON.parse(readFileSync(resolve(PROJECT_DIRECTORY, file), 'utf8')) as unknown;

export const readStacks = (directory: string): SynthesisedStack[] => {
  const { artifacts } = read(join(directory, 'manifest.json')) as { artifacts: Record<string, Artifact> };
  return Object.entries(artifacts).flatMap(([id, { type, properties }]) =>
    type === 'aws:cloudformation:stack' && properties
      ? [
          {
            name: properties.stackName ?? id,
            template: read(join(directory, properties.templateFile)) as TemplateJson,
            isProtected: properties.terminationProtection ?? false,
            ...(properties.lookupRole && { lookupRole: properties.lookupRole.arn }),
          },
        ]
      : [],
  );
};

/** Whether a stack counts as new: its creation failed or was only proposed, or its deletion has begun. */
const countsAsNew = (status = ''): boolean =>
  /^(ROLLBACK_(COMPLETE|FAILED)|REVIEW_IN_PROGRESS|DELETE_.*)$/.test(status);

/** Whether CloudFormation says that the stack does not exist. */
const isUnknownStack = ({ name, message }: Error): boolean =>
  name === 'ValidationError' && message.includes('does not exist');

/** Fills in the placeholders that a cloud assembly without a fixed account has in its ARNs. */
const resolveArn = async (sts: STSClient, arn: string): Promise<string> => {
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
const assumeLookupRole = async (sts: STSClient, arn: string) => {
  const RoleArn = await resolveArn(sts, arn);
  try {
    const command = new AssumeRoleCommand({ RoleArn, RoleSessionName: 'checkin-deploy' });
    const { AccessKeyId = '', SecretAccessKey = '', SessionToken = '' } = (await sts.send(command)).Credentials ?? {};
    return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken };
  } catch (error) {
    if ((error as Error).name === 'AccessDenied') return undefined;
    throw error;
  }
};

/** Reads deployed templates, with the bootstrap's lookup role if the caller may assume it. */
export const connectCloudFormation =
  (sts: STSClient) =>
  async ({ name: StackName, lookupRole }: SynthesisedStack): Promise<TemplateJson | undefined> => {
    const lookupCredentials = lookupRole === undefined ? undefined : await assumeLookupRole(sts, lookupRole);
    const { region, credentials } = sts.config;
    const client = new CloudFormationClient({ region, credentials: lookupCredentials ?? credentials });
    try {
      const { Stacks: [stack] = [] } = await client.send(new DescribeStacksCommand({ StackName }));
      if (countsAsNew(stack?.StackStatus)) return undefined;
      const { TemplateBody } = await client.send(new GetTemplateCommand({ StackName, TemplateStage: 'Original' }));
      return JSON.parse(TemplateBody ?? '{}') as TemplateJson;
    } catch (error) {
      if (isUnknownStack(error as Error)) return undefined;
      throw error;
    } finally {
      client.destroy();
    }
  };
