import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { callBudgets, type CallBudget } from '../sdk/call-budget.ts';
import { translateFailure } from '../sdk/sdk-failure.ts';

/** DynamoDB as the stores see it: plain JavaScript values in, plain values or a {@link ServiceError} out. */
export type Database = Pick<DynamoDBDocumentClient, 'send'>;

export interface DatabaseConnection {
  /** The database for one request: what is still under way when `signal` aborts ends as `dependency_unavailable`. */
  withSignal(signal?: AbortSignal): Database;
  close(): void;
}

/** Region, endpoint and credentials come from the SDK's own settings (`AWS_REGION`, `AWS_ENDPOINT_URL_DYNAMODB`, …). */
export const connectDatabase = (budget: CallBudget = callBudgets.request()): DatabaseConnection => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(budget), {
    marshallOptions: { removeUndefinedValues: true },
  });
  const send = async (command: Parameters<typeof client.send>[0], abortSignal?: AbortSignal): Promise<unknown> => {
    try {
      return await client.send(command, { ...(abortSignal && { abortSignal }) });
    } catch (error) {
      throw translateFailure('DynamoDB', error);
    }
  };
  return {
    withSignal: (signal) => ({ send: (command: Parameters<typeof client.send>[0]) => send(command, signal) }),
    close: () => client.destroy(),
  };
};

/** A write whose condition did not hold. */
export interface RefusedWrite {
  /** The item as it was, where the write asked for it, it is there and the engine tells. */
  readonly found: Record<string, unknown> | undefined;
}

/** @returns what kept the write from being done, or undefined where it was done. */
export const findRefusal = async (write: Promise<unknown>): Promise<RefusedWrite | undefined> => {
  try {
    await write;
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { found: error.Item && unmarshall(error.Item) };
  }
};

/** @returns undefined where the write's condition did not hold. */
export const ifConditionHolds = async <Output>(write: Promise<Output>): Promise<Output | undefined> => {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
};
