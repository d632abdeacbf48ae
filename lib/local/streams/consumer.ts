import { createServer, type RequestListener } from 'node:http';
import type { DynamoDBRecord } from 'aws-lambda';
import { listen } from '../listen.ts';
import { stopServer } from '../stop-server.ts';
import { makeRecordDelivery, type RecordHandler } from './record-delivery.ts';

export interface ConsumerOptions {
  readonly functionName: string;
  readonly importHandler: () => Promise<RecordHandler>;
  /** Replaces Lambda's event filter. */
  readonly selects: (record: DynamoDBRecord) => boolean;
  /** The SDK's variable for the URL of the service that the function calls. */
  readonly urlVariable: string;
  /** The URL of a real service. If undefined, a local server takes its place. */
  readonly url: string | undefined;
  /** Responds to the function's calls, and prints them, if there is no real service. */
  readonly printer: RequestListener;
  readonly onFailure: (error: unknown) => void;
}

/** The pause that ends a batch. It lets one push contain all bookings of a check-in, which are written in parallel. */
const QUIET_MILLISECONDS = 100;
/** The maximum time that a record waits for others, like Lambda's batching window. */
const MAX_WAIT_MILLISECONDS = 1_000;

/** Collects the records of a stream until no more arrive for a short time, and delivers them as one batch. */
const makeRecordBatches = (deliver: (records: readonly DynamoDBRecord[]) => Promise<void>) => {
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
    add(records: readonly DynamoDBRecord[]): void {
      const now = Date.now();
      if (collected.length === 0) firstAt = now;
      collected.push(...records);
      clearTimeout(timer);
      timer = setTimeout(release, Math.min(QUIET_MILLISECONDS, Math.max(0, firstAt + MAX_WAIT_MILLISECONDS - now)));
    },
    /** Delivers the collected records at once. Resolves when everything is delivered. */
    async flush(): Promise<void> {
      release();
      await Promise.all(delivering);
    },
  };
};

/** How long `stop` waits for deliveries in progress. */
const STOP_GRACE_MILLISECONDS = 1_000;

/**
 * Starts a function that reads streams, with a replacement for Lambda's event source mapping. The function calls SNS or
 * EventBridge, which is also replaced, unless `url` is set. Records are held in memory until they are delivered, so a crash can
 * lose some. On AWS none are lost.
 */
export const startConsumer = async (options: ConsumerOptions) => {
  const { functionName, importHandler, selects, urlVariable, url, printer, onFailure } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const batches = makeRecordBatches(makeRecordDelivery({ functionName, importHandler, onFailure, signal }));
  const server = url === undefined ? createServer(printer) : undefined;
  return {
    /** Environment variables that connect the function to SNS or EventBridge, or to the replacement. */
    environment: { [urlVariable]: url ?? (server ? await listen(server, urlVariable, 0) : '') },
    /** Takes the records of the tables' streams, in stream order. */
    onRecords(records: readonly DynamoDBRecord[]): void {
      const selected = records.filter(selects);
      if (selected.length > 0) batches.add(selected);
    },
    async stop(): Promise<void> {
      const grace = new Promise((resolve) => {
        setTimeout(resolve, STOP_GRACE_MILLISECONDS).unref();
      });
      await Promise.race([batches.flush(), grace]);
      stopping.abort();
      if (server) await stopServer(server);
    },
  };
};
