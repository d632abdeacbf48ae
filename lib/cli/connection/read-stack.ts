import { CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import type { CallBudget } from '../../../shared/adapters/sdk/call-budget.ts';
import { translateFailure } from '../../../shared/adapters/sdk/sdk-failure.ts';
import type { Retention } from '../../../shared/domain/retention.ts';
import { allTableIds } from '../../../shared/tables.ts';
import type { DeliveryKind } from '../../../shared/use-cases/deliveries/replay.ts';
import { OperatorError, UsageError } from '../operator-error.ts';

const lifetimeNames = ['accessTokenSeconds', 'refreshTokenSeconds'] as const;
const retentionNames = ['retentionDays', 'checkinLogDays', 'adminLogDays'] as const satisfies (keyof Retention)[];

/** `checkinLogDays` → `CheckinLogDays`. The outputs of the stack are in Pascal case. */
const toOutput = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const tableOutput = (id: string): string => `${toOutput(id)}Table`;

/** A function that reads a stream, and the queue of its failed deliveries. */
export interface Delivery {
  readonly queueUrl: string;
  readonly functionName: string;
}

/** The name of a stack (CloudFormation API Reference, CreateStack) or its ARN. */
const STACK_NAME = /^[A-Za-z][A-Za-z0-9-]{0,127}$|^arn:/;

const describeStack = async (client: CloudFormationClient, StackName: string): Promise<Stack | undefined> => {
  if (!STACK_NAME.test(StackName))
    throw new UsageError(
      `--stack: "${StackName}" cannot be a stack: names of stacks have only letters, digits and hyphens.`,
    );
  try {
    return (await client.send(new DescribeStacksCommand({ StackName }))).Stacks?.[0];
  } catch (error) {
    // A ValidationError means that the stack does not exist.
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

/** A stack that lacks every required output is not one of this service. */
const makeStackError = (stackName: string, missing: readonly string[], requiredCount: number): OperatorError =>
  missing.length === requiredCount
    ? new OperatorError(`The stack ${stackName} does not belong to this service.`, 'stack_unsuitable')
    : new OperatorError(
        `The stack ${stackName} lacks the outputs ${missing.join(', ')}: it was deployed from an earlier version. Deploy this version first, or use that version's command line.`,
        'stack_outdated',
      );

const mapNames = <Name extends string, Value>(names: readonly Name[], toValue: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, toValue(name)])) as Record<Name, Value>;

/**
 * Reads the names of a deployed stack's resources, and the lifetimes of its tokens and log entries.
 * @throws OperatorError if the stack does not exist, or is not a stack of this service
 */
export const readStack = async (stackName: string, budget: CallBudget) => {
  const outputs = await readOutputs(stackName, budget);
  const missing: string[] = [];
  let requiredCount = 0;
  const read = (name: string): string => {
    const value = outputs.get(name);
    requiredCount += 1;
    if (!value) missing.push(name);
    return value ?? '';
  };
  const readNumber = (name: string): number => Number(read(toOutput(name)));
  const required = {
    tableNames: mapNames(allTableIds, (id) => read(tableOutput(id))),
    keySecret: read('SigningKeySecret'),
    lifetimes: mapNames(lifetimeNames, readNumber),
    retention: mapNames(retentionNames, readNumber),
  };
  if (missing.length > 0) throw makeStackError(stackName, missing, requiredCount);
  const deliveryOf = (prefix: string): Delivery | undefined => {
    const queueUrl = outputs.get(`${prefix}Failures`);
    const functionName = outputs.get(`${prefix}Function`);
    return queueUrl && functionName ? { queueUrl, functionName } : undefined;
  };
  const deliveries: Readonly<Partial<Record<DeliveryKind, Delivery | undefined>>> = {
    pushes: deliveryOf('Push'),
    // Undefined if the stage has no event bus.
    events: deliveryOf('Event'),
  };
  return {
    ...required,
    /** The base URL of the gates' API. */
    apiUrl: outputs.get('ApiUrl'),
    version: outputs.get('Version'),
    deliveries,
    /** The beginning of the ARNs of endpoints in the account and region of the push topic. */
    endpointPrefix: outputs.get('PushTopic')?.replace(/[^:]*$/, 'endpoint/'),
  };
};

/** For the local service, `version` and `endpointPrefix` are undefined, and `deliveries` is empty. */
export type StackNames = Awaited<ReturnType<typeof readStack>>;
