import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';

/** The interface to DynamoDB for the stores: takes and returns plain JavaScript values, and throws {@link ServiceError}. */
export type Database = Pick<DynamoDBDocumentClient, 'send'>;

export interface DatabaseConnection {
  /** The database for one request: when `signal` aborts, pending calls fail with `dependency_unavailable`. */
  withSignal(signal?: AbortSignal): Database;
  close(): void;
}

/** The result of a conditional write. */
export type WriteResult<Output> =
  | { readonly isWritten: true; readonly output: Output }
  /** The condition did not hold. `found`: the existing item, if there is one and the write asked for it. */
  | { readonly isWritten: false; readonly found?: Record<string, unknown> };

/** Waits for a conditional write. A condition that does not hold is a result; any other failure is thrown. */
export const conditionalWrite = async <Output>(write: Promise<Output>): Promise<WriteResult<Output>> => {
  try {
    return { isWritten: true, output: await write };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { isWritten: false, ...(error.Item && { found: unmarshall(error.Item) }) };
  }
};
