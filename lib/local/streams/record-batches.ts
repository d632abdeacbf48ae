import type { DynamoDBRecord } from 'aws-lambda';

export interface RecordBatches {
  readonly add: (records: readonly DynamoDBRecord[]) => void;
  /** Delivers the collected records at once. Resolves when everything is delivered. */
  readonly flush: () => Promise<void>;
}

/** Long enough to put the bookings of one check-in, which are written in parallel, into one push. */
const QUIET_MILLISECONDS = 100;
/** The max time that a record waits for others: the batching window of Lambda. */
const MAX_WAIT_MILLISECONDS = 1_000;

/** Collects the records of a stream until no more arrive for a short time, and delivers them as one batch. */
export const makeRecordBatches = (deliver: (records: readonly DynamoDBRecord[]) => Promise<void>): RecordBatches => {
  const delivering = new Set<Promise<void>>();
  let collected: DynamoDBRecord[] = [];
  let firstAt = 0;
  let timer: NodeJS.Timeout | undefined;

  const release = (): void => {
    clearTimeout(timer);
    const records = collected;
    collected = [];
    if (records.length === 0) return;
    const delivery = deliver(records).finally(() => delivering.delete(delivery));
    delivering.add(delivery);
  };

  return {
    add(records) {
      const now = Date.now();
      if (collected.length === 0) firstAt = now;
      collected.push(...records);
      clearTimeout(timer);
      timer = setTimeout(release, Math.min(QUIET_MILLISECONDS, Math.max(0, firstAt + MAX_WAIT_MILLISECONDS - now)));
    },
    async flush() {
      release();
      await Promise.all(delivering);
    },
  };
};
