import type { Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import pRetry from 'p-retry';
import { makeFunctionContext } from '../gateway/call-function.ts';
import { rememberSuccess } from '../../../shared/adapters/remember-success.ts';

export type RecordHandler = (event: DynamoDBStreamEvent, context: Context) => Promise<DynamoDBBatchResponse>;

interface ConsumerOptions {
  readonly functionName: string;
  /** Imports the function, which reads its settings when it is loaded. Called again if the import fails. */
  readonly importHandler: () => Promise<RecordHandler>;
  /** Replaces Lambda's event filter. */
  readonly selects: (record: DynamoDBRecord) => boolean;
  /** Called with the records that failed every time. */
  readonly onFailure: (error: unknown, records: readonly DynamoDBRecord[]) => void;
  /** The delay before the first retry; it doubles with each further retry. */
  readonly firstDelayMilliseconds?: number;
}

/** The same timeout as in a deployment. */
const TIMEOUT_MILLISECONDS = 60_000;
/** With the delays between them, the retries take at least half a minute. */
const RETRIES = 6;
/** How long a batch is open, so that one push contains all bookings of a check-in, which are written in parallel. */
const BATCH_MILLISECONDS = 100;
/** How long `stop` waits for deliveries in progress. */
const STOP_GRACE_MILLISECONDS = 1_000;

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
 * Replaces the event source mapping of a function that reads streams: calls the function with the records, and calls it again, a
 * few times, with the records that it reported as failed. Records that fail every time are dropped and reported. Records are
 * held in memory until they are delivered, so a crash can lose some. On AWS none are lost.
 */
export const makeConsumer = (options: ConsumerOptions) => {
  const { functionName, importHandler, selects, onFailure, firstDelayMilliseconds = 500 } = options;
  const getHandler = rememberSuccess(importHandler);
  const stopping = new AbortController();
  const deliveries = new Set<Promise<void>>();
  let batch: DynamoDBRecord[] = [];
  let timer: NodeJS.Timeout | undefined;

  const deliver = async (records: readonly DynamoDBRecord[]): Promise<void> => {
    let remaining = records;
    const attempt = async (): Promise<void> => {
      const handler = await getHandler();
      const context = makeFunctionContext(functionName, TIMEOUT_MILLISECONDS);
      remaining = failedOf(remaining, await handler({ Records: [...remaining] }, context));
      if (remaining.length > 0) throw new Error(`${remaining.length} of ${records.length} records failed`);
    };
    try {
      await pRetry(attempt, { retries: RETRIES, minTimeout: firstDelayMilliseconds, signal: stopping.signal });
    } catch (cause) {
      if (!stopping.signal.aborted)
        onFailure(new Error(`${functionName} failed after ${RETRIES} retries`, { cause }), remaining);
    }
  };

  const deliverBatch = (): void => {
    clearTimeout(timer);
    if (batch.length === 0) return;
    const delivery = deliver(batch).finally(() => deliveries.delete(delivery));
    deliveries.add(delivery);
    batch = [];
  };

  return {
    /** Takes the records of the tables' streams, in stream order. */
    onRecords(records: readonly DynamoDBRecord[]): void {
      const selected = records.filter(selects);
      if (selected.length === 0) return;
      if (batch.length === 0) timer = setTimeout(deliverBatch, BATCH_MILLISECONDS);
      batch.push(...selected);
    },
    /** Delivers the last batch at once. */
    async stop(): Promise<void> {
      deliverBatch();
      const grace = new Promise((resolve) => {
        setTimeout(resolve, STOP_GRACE_MILLISECONDS).unref();
      });
      await Promise.race([Promise.all(deliveries), grace]);
      stopping.abort();
    },
  };
};
