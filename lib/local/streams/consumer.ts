import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { DynamoDBRecord } from 'aws-lambda';
import { listen } from '../listen.ts';
import { stopServer } from '../stop-server.ts';
import { makeRecordBatches } from './record-batches.ts';
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

/**
 * A function that reads streams, with a replacement for Lambda's event source mapping and, unless a real service is configured,
 * for the service (SNS or EventBridge) that the function calls.
 */
export interface Consumer {
  /** Environment variables that connect the function to that service. */
  readonly environment: Readonly<Record<string, string>>;
  /** Takes records of the tables' streams, in the order of the stream. */
  readonly onRecords: (records: readonly DynamoDBRecord[]) => void;
  readonly stop: () => Promise<void>;
}

/** The time that deliveries in progress get to finish when the service is stopped. */
const STOP_GRACE_MILLISECONDS = 1_000;

/** Records are held in memory until they are delivered, so a crash can lose some. On AWS none are lost. */
export const startConsumer = async (options: ConsumerOptions): Promise<Consumer> => {
  const { functionName, importHandler, selects, urlVariable, url, printer, onFailure } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const batches = makeRecordBatches(makeRecordDelivery({ functionName, importHandler, onFailure, signal }));
  const server = url === undefined ? createServer(printer) : undefined;
  return {
    environment: { [urlVariable]: url ?? (server ? await listen(server, urlVariable, 0) : '') },
    onRecords(records) {
      const selected = records.filter(selects);
      if (selected.length > 0) batches.add(selected);
    },
    async stop() {
      const grace = new Promise((resolve) => {
        setTimeout(resolve, STOP_GRACE_MILLISECONDS).unref();
      });
      await Promise.race([batches.flush(), grace]);
      stopping.abort();
      if (server) await stopServer(server);
    },
  };
};
