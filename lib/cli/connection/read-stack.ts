import { CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import type { CallBudget } from '../../../shared/adapters/sdk/call-budget.ts';
import { translateFailure } from '../../../shared/adapters/sdk/sdk-failure.ts';
import type { LogRetention } from '../../../shared/domain/activity-log.ts';
import { defaultLifetimes, defaultLogRetention, type Settings } from '../../../shared/settings.ts';
import type { TableId } from '../../../shared/tables.ts';
import { OperatorError } from '../operator-error.ts';

/** The outputs that a stack tells its names by. */
const tableOutputs = {
  apiClients: 'ApiClientsTable',
  users: 'UsersTable',
  bookings: 'BookingsTable',
  checkinAttempts: 'CheckinAttemptsTable',
  activityLog: 'ActivityLogTable',
  members: 'MembersTable',
} as const satisfies Record<TableId, string>;

const secretOutputs = { access: 'AccessKeySecret', refresh: 'RefreshKeySecret' } as const;

const lifetimeOutputs = {
  accessTokenSeconds: 'AccessTokenSeconds',
  refreshTokenSeconds: 'RefreshTokenSeconds',
} as const;

const logRetentionOutputs = { checkinLogDays: 'CheckinLogDays', adminLogDays: 'AdminLogDays' } as const;

/** What a deployed stack calls its resources, and how long its tokens and log entries live. */
export interface StackNames {
  readonly tableNames: Readonly<Record<TableId, string>>;
  /** Secrets Manager secrets that hold the signing keys. */
  readonly keySecrets: Readonly<Record<keyof typeof secretOutputs, string>>;
  readonly lifetimes: Settings<keyof typeof lifetimeOutputs>;
  readonly logRetention: LogRetention;
}

const describeStack = async (client: CloudFormationClient, StackName: string): Promise<Stack | undefined> => {
  try {
    return (await client.send(new DescribeStacksCommand({ StackName }))).Stacks?.[0];
  } catch (error) {
    // CloudFormation says so of a stack that is not there, and of a name that cannot be one.
    if ((error as Error).name === 'ValidationError') throw new OperatorError(`${(error as Error).message}.`);
    throw translateFailure('CloudFormation', error);
  }
};

const outputsOf = (stack: Stack | undefined): Map<string | undefined, string | undefined> =>
  new Map(stack?.Outputs?.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));

/** @throws OperatorError where there is no such stack, or it is none of this service. */
export const readStack = async (stackName: string, budget: CallBudget): Promise<StackNames> => {
  const client = new CloudFormationClient(budget);
  try {
    const outputs = outputsOf(await describeStack(client, stackName));
    const wanted = [...Object.values(tableOutputs), ...Object.values(secretOutputs)];
    const missing = wanted.filter((name) => !outputs.get(name));
    if (missing.length > 0)
      throw new OperatorError(`The stack ${stackName} has no output ${missing.join(', ')}: is it one of this service?`);
    const read = <Key extends string>(names: Readonly<Record<Key, string>>) =>
      Object.fromEntries(Object.entries(names).map(([key, name]) => [key, outputs.get(name as string)])) as Record<
        Key,
        string
      >;
    const lifetimeOf = (name: keyof typeof lifetimeOutputs): number =>
      Number(outputs.get(lifetimeOutputs[name]) ?? defaultLifetimes[name]);
    const lifetimes = {
      accessTokenSeconds: lifetimeOf('accessTokenSeconds'),
      refreshTokenSeconds: lifetimeOf('refreshTokenSeconds'),
    };
    const daysOf = (name: keyof typeof logRetentionOutputs): number =>
      Number(outputs.get(logRetentionOutputs[name]) ?? defaultLogRetention[name]);
    const logRetention = { checkinLogDays: daysOf('checkinLogDays'), adminLogDays: daysOf('adminLogDays') };
    return { tableNames: read(tableOutputs), keySecrets: read(secretOutputs), lifetimes, logRetention };
  } finally {
    client.destroy();
  }
};
