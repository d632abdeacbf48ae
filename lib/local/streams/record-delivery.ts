import type { Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import pRetry from 'p-retry';
import { makeFunctionContext } from '../gateway/call-function.ts';
import { once } from '../once.ts';

export type RecordHandler = (event: DynamoDBStreamEvent, context: Context) => Promise<DynamoDBBatchResponse>;

export interface RecordDeliveryOptions {
  readonly functionName: string;
  /** Imports the function, which reads its settings when it is loaded. Called again if the import fails. */
  readonly importHandler: () => Promise<RecordHandler>;
  /** Called with the records that failed every time. */
  readonly onFailure: (error: unknown, records: readonly DynamoDBRecord[]) => void;
  readonly signal: AbortSignal;
  /** The delay before the first retry; it doubles with each further retry. */
  readonly firstDelayMilliseconds?: number;
}

/** The same timeout as in a deployment. */
const TIMEOUT_MILLISECONDS = 60_000;
/** With the delays between them, the retries take at least half a minute. */
const RETRIES = 6;

/** Returns the records that failed. If the response names an unknown record, the whole batch failed, as with Lambda. */
const failedOf = (
  batch: readonly DynamoDBRecord[],
  { batchItemFailures }: DynamoDBBatchResponse,
): readonly DynamoDBRecord[] => {
  const named = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  const failed = batch.filter(({ dynamodb }) => named.has(dynamodb?.SequenceNumber ?? ''));
  return failed.length === named.size ? failed : batch;
};

/**
 * Replaces Lambda's event source mapping: calls a function with the records, and calls it again, a few times, with the records
 * that it reported as failed. Records that fail every time are dropped and reported.
 */
export const makeRecordDelivery = (options: RecordDeliveryOptions) => {
  const { functionName, importHandler, onFailure, signal, firstDelayMilliseconds = 500 } = options;
  const getHandler = once(importHandler);

  return async (records: readonly DynamoDBRecord[]): Promise<void> => {
    let remaining = records;
    const attempt = async (): Promise<void> => {
      const handler = await getHandler();
      const context = makeFunctionContext(functionName, TIMEOUT_MILLISECONDS);
      remaining = failedOf(remaining, await handler({ Records: [...remaining] }, context));
      if (remaining.length > 0) throw new Error(`${remaining.length} of ${records.length} records failed`);
    };
    try {
      await pRetry(attempt, { retries: RETRIES, minTimeout: firstDelayMilliseconds, signal });
    } catch (cause) {
      if (!signal.aborted)
        onFailure(new Error(`${functionName} failed after ${RETRIES} retries`, { cause }), remaining);
    }
  };
};
