import { userInfo } from 'node:os';
import type { Actor } from '../../../shared/domain/audit-entry.ts';
import type { TargetOptions } from './connect.ts';

/** Limits the call to STS, so that the operator does not wait long. If the call fails, the log gets the login name. */
const BUDGET = {
  maxAttempts: 1,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
};

/** Falls back to the uid, because a container can run as a user without a name. */
const loginName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
};

/** Finds the ARN of the owner of the AWS credentials. The call needs no permission. */
const findAwsIdentity = async (): Promise<string | undefined> => {
  const { GetCallerIdentityCommand, STSClient } = await import('@aws-sdk/client-sts');
  const client = new STSClient(BUDGET);
  try {
    return (await client.send(new GetCallerIdentityCommand())).Arn;
  } catch {
    // STS can be unreachable while DynamoDB is reachable, for example behind a VPC endpoint.
    return undefined;
  } finally {
    client.destroy();
  }
};

/** Finds who runs the command: with a deployed stack the AWS identity, otherwise the user of the operating system. */
export const findActor = async ({ stack }: TargetOptions): Promise<Actor> => {
  const identity = stack === undefined ? undefined : await findAwsIdentity();
  return { through: 'cli', id: identity ?? loginName() };
};
