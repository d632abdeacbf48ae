import type { DynamoDBRecord } from 'aws-lambda';
import { makeRecordDelivery, type RecordHandler } from './record-delivery.ts';

export interface ConsumerOptions {
  readonly functionName: string;
  readonly importHandler: () => Promise<RecordHandler>;
  /** Replaces Lambda's event filter. */
  readonly selects: (record: DynamoDBRecord) => boolean;
  readonly onFailure: (error: unknown) => void;
}

/** How long a batch is open, so that one push contains all bookings of a check-in, which are written in parallel. */
const BATCH_MILLISECONDS = 100;
/** How long `stop` waits for deliveries in progress. */
const STOP_GRACE_MILLISECONDS = 1_000;

/**
 * Replaces the event source mapping of a function that reads streams. Records are held in memory until they are delivered, so a
 * crash can lose some. On AWS none are lost.
 */
export const makeConsumer = ({ functionName, importHandler, selects, onFailure }: ConsumerOptions) => {
  const stopping = new AbortController();
  const deliver = makeRecordDelivery({ functionName, importHandler, onFailure, signal: stopping.signal });
  const deliveries = new Set<Promise<void>>();
  let batch: DynamoDBRecord[] = [];
  let timer: NodeJS.Timeout | undefined;

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
