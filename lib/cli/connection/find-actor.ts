import { userInfo } from 'node:os';
import type { Actor } from '../../../shared/domain/audit-entry.ts';
import type { TargetOptions } from './target-options.ts';

/** In milliseconds, for a single attempt. If it fails, the log gets the login name, so that the operator does not wait. */
const BUDGET = {
  maxAttempts: 1,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
};

/** A container can run as a user without a name. */
const loginName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
};

/** The ARN of the owner of the AWS credentials; needs no permission. */
const findAwsIdentity = async (): Promise<string | undefined> => {
  const { GetCallerIdentityCommand, STSClient } = await import('@aws-sdk/client-sts');
  const client = new STSClient(BUDGET);
  try {
    return (await client.send(new GetCallerIdentityCommand())).Arn;
  } catch {
    // STS may be unreachable while DynamoDB is reachable, for example behind a VPC endpoint.
    return undefined;
  } finally {
    client.destroy();
  }
};

/** Who runs the command: on a deployed stack the caller's AWS identity, else the user of the operating system. */
export const findActor = async ({ stack }: TargetOptions): Promise<Actor> => {
  const identity = stack === undefined ? undefined : await findAwsIdentity();
  return { through: 'cli', id: identity ?? loginName() };
};
