import { CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import type { CallBudget } from '../../../shared/adapters/sdk/call-budget.ts';
import { translateFailure } from '../../../shared/adapters/sdk/sdk-failure.ts';
import { DEFAULT_MAX_KEY_AGE_DAYS } from '../../../shared/domain/key-secrets.ts';
import type { Retention } from '../../../shared/domain/retention.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { TableId } from '../../../shared/tables.ts';
import type { Replayed } from '../../../shared/use-cases/deliveries/replay.ts';
import { OperatorError, UsageError } from '../operator-error.ts';

/** The stack outputs with the names of resources. */
const tableOutputs = {
  apiClients: 'ApiClientsTable',
  users: 'UsersTable',
  bookings: 'BookingsTable',
  checkinAttempts: 'CheckinAttemptsTable',
  checkinLog: 'CheckinLogTable',
  auditLog: 'AuditLogTable',
  auditDetails: 'AuditDetailsTable',
  members: 'MembersTable',
  signingKeys: 'SigningKeysTable',
} as const satisfies Record<TableId, string>;

const secretOutputs = { access: 'AccessKeySecret', refresh: 'RefreshKeySecret' } as const;

const deliveryOutputs = {
  pushes: ['PushFailures', 'PushFunction'],
  events: ['EventFailures', 'EventFunction'],
} as const satisfies Record<Replayed, readonly string[]>;

const lifetimeOutputs = {
  accessTokenSeconds: 'AccessTokenSeconds',
  refreshTokenSeconds: 'RefreshTokenSeconds',
} as const;

const retentionOutputs = {
  retentionDays: 'RetentionDays',
  checkinLogDays: 'CheckinLogDays',
  adminLogDays: 'AdminLogDays',
} as const satisfies Record<keyof Retention, string>;

/** The names of a deployed stack's resources, and the lifetimes of its tokens and log entries. */
export interface StackNames {
  readonly tableNames: Readonly<Record<TableId, string>>;
  /** Secrets Manager secrets that hold the signing keys. */
  readonly keySecrets: Readonly<Record<keyof typeof secretOutputs, string>>;
  readonly lifetimes: Settings<keyof typeof lifetimeOutputs>;
  readonly retention: Retention;
  /** The base URL of the gates' API. */
  readonly apiUrl?: string;
  /** The age in days at which a signing key should be rotated. */
  readonly maxKeyAgeDays: number;
  /** The deployed version; undefined for the local service. */
  readonly version?: string;
  /** Check-ins per second that the stage is sized for; undefined as for `version`. */
  readonly peakCheckinsPerSecond?: number;
  /** What delivers pushes and, if the stage has an event bus, events; the local service has no queues. */
  readonly deliveries: Readonly<Partial<Record<Replayed, Delivery>>>;
}

/** A function that reads a stream, and the queue of what it could not deliver. */
export interface Delivery {
  readonly queueUrl: string;
  readonly functionName: string;
}

/** The name of a stack (CloudFormation API Reference, CreateStack) or its ARN. */
const STACK_NAME = /^[A-Za-z][A-Za-z0-9-]{0,127}$|^arn:/;

const describeStack = async (client: CloudFormationClient, StackName: string): Promise<Stack | undefined> => {
  if (!STACK_NAME.test(StackName))
    throw new UsageError(`--stack: "${StackName}" cannot be a stack: its name has letters, digits and hyphens only.`);
  try {
    return (await client.send(new DescribeStacksCommand({ StackName }))).Stacks?.[0];
  } catch (error) {
    // CloudFormation's name for the error if it has no such stack.
    if ((error as Error).name !== 'ValidationError') throw translateFailure('CloudFormation', error);
    throw new OperatorError(
      `There is no stack ${StackName} in the region ${await client.config.region()} of your AWS account. Check the name, AWS_REGION and AWS_PROFILE; "aws cloudformation list-stacks" lists the stacks.`,
      'stack_not_found',
    );
  }
};

/** The outputs of a stack by their names. @throws OperatorError `stack_not_found` */
export const readOutputs = async (
  stackName: string,
  budget: CallBudget,
): Promise<ReadonlyMap<string | undefined, string | undefined>> => {
  const client = new CloudFormationClient(budget);
  try {
    const stack = await describeStack(client, stackName);
    return new Map(stack?.Outputs?.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
  } finally {
    client.destroy();
  }
};

const notUsable = (stackName: string, missing: readonly string[], wanted: number): OperatorError =>
  missing.length === wanted
    ? new OperatorError(`The stack ${stackName} is not one of this service.`, 'stack_unsuitable')
    : new OperatorError(
        `The stack ${stackName} lacks the outputs ${missing.join(', ')}: it was deployed from an earlier version. Deploy this version first, or use that version's command line.`,
        'stack_outdated',
      );

/** @throws OperatorError if there is no such stack, or it is not of this service */
export const readStack = async (stackName: string, budget: CallBudget): Promise<StackNames> => {
  const outputs = await readOutputs(stackName, budget);
  const wanted = [tableOutputs, secretOutputs, lifetimeOutputs, retentionOutputs].flatMap((names) =>
    Object.values(names),
  );
  const missing = wanted.filter((name) => !outputs.get(name));
  if (missing.length > 0) throw notUsable(stackName, missing, wanted.length);
  const read = <Key extends string>(names: Readonly<Record<Key, string>>) =>
    Object.fromEntries(Object.entries(names).map(([key, name]) => [key, outputs.get(name as string)])) as Record<
      Key,
      string
    >;
  const lifetimeOf = (name: keyof typeof lifetimeOutputs): number => Number(outputs.get(lifetimeOutputs[name]));
  const lifetimes = {
    accessTokenSeconds: lifetimeOf('accessTokenSeconds'),
    refreshTokenSeconds: lifetimeOf('refreshTokenSeconds'),
  };
  const daysOf = (name: keyof Retention): number => Number(outputs.get(retentionOutputs[name]));
  const retention = {
    retentionDays: daysOf('retentionDays'),
    checkinLogDays: daysOf('checkinLogDays'),
    adminLogDays: daysOf('adminLogDays'),
  };
  const [apiUrl, maxKeyAge] = [outputs.get('ApiUrl'), outputs.get('AlarmSigningKeyAgeDays')];
  const [version, peak] = [outputs.get('Version'), outputs.get('PeakCheckinsPerSecond')];
  const deliveryOf = (what: Replayed): Partial<Record<Replayed, Delivery>> => {
    const [queueUrl, functionName] = deliveryOutputs[what].map((name) => outputs.get(name));
    return queueUrl && functionName ? { [what]: { queueUrl, functionName } } : {};
  };
  return {
    tableNames: read(tableOutputs),
    keySecrets: read(secretOutputs),
    lifetimes,
    retention,
    ...(apiUrl && { apiUrl }),
    maxKeyAgeDays: Number(maxKeyAge ?? DEFAULT_MAX_KEY_AGE_DAYS),
    ...(version && { version }),
    ...(peak && { peakCheckinsPerSecond: Number(peak) }),
    deliveries: { ...deliveryOf('pushes'), ...deliveryOf('events') },
  };
};
