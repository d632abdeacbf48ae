import { createServer, type Server } from 'node:http';
import type { DynamoDBRecord } from 'aws-lambda';
import { isNewCheckinWithNotify } from '../../../shared/stream-filters.ts';
import { localTableNames } from '../../../shared/local-service.ts';
import { listen } from '../listen.ts';
import { stopServer } from '../stop-server.ts';
import { makeRecordDelivery, type PushHandler } from './record-delivery.ts';
import { makeRecordBatches } from './record-batches.ts';
import { makeSnsPrinter } from './sns-printer.ts';

export interface PushesOptions {
  /** The SNS to push to; if omitted, each push is printed. */
  readonly snsUrl?: string;
  readonly importHandler: () => Promise<PushHandler>;
  /** Called with one line for each push that is not sent because there is no SNS. */
  readonly onPush: (line: string) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Replaces the bookings' stream, Lambda's event source mapping and, unless one is configured, SNS. */
export interface Pushes {
  /** Environment variables that connect the push function to this service. */
  readonly environment: Readonly<Record<string, string>>;
  /** Takes the records of the tables' streams, in their order. */
  readonly onRecords: (records: readonly DynamoDBRecord[]) => void;
  /** Reads the records of a DynamoDB that has streams, from now on. The tables must exist. */
  readonly followStream: (databaseUrl: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The time for pushes in progress when the service is stopped. */
const STOP_GRACE_MILLISECONDS = 1_000;
const table = localTableNames.bookings;

const startPrinter = async (onPush: PushesOptions['onPush']): Promise<{ server: Server; url: string }> => {
  const server = createServer(makeSnsPrinter(onPush));
  return { server, url: await listen(server, 'AWS_ENDPOINT_URL_SNS', 0) };
};

/** Pushes are in memory until they are delivered: a crash of this process may lose one, which never happens on AWS. */
export const startPushes = async (options: PushesOptions): Promise<Pushes> => {
  const { snsUrl, importHandler, onPush, onFailure } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const deliver = makeRecordDelivery({ importHandler, onFailure, signal, ...(snsUrl !== undefined && { snsUrl }) });
  const batches = makeRecordBatches(deliver);
  const printer = snsUrl === undefined ? await startPrinter(onPush) : undefined;
  const onRecords = (records: readonly DynamoDBRecord[]): void => {
    const checkins = records.filter(isNewCheckinWithNotify);
    if (checkins.length > 0) batches.add(checkins);
  };

  return {
    environment: { AWS_ENDPOINT_URL_SNS: snsUrl ?? (printer?.url as string) },
    onRecords,
    async followStream(databaseUrl) {
      // Loaded only if it is needed: most starts use the embedded database.
      const { followStream } = await import('./stream-reader.ts');
      if (!(await followStream({ databaseUrl, table, onRecords, onFailure, signal })))
        onFailure(`the DynamoDB at ${databaseUrl} has no streams: no pushes are sent from here`);
    },
    async stop() {
      const grace = new Promise((resolve) => {
        setTimeout(resolve, STOP_GRACE_MILLISECONDS).unref();
      });
      await Promise.race([batches.flush(), grace]);
      stopping.abort();
      if (printer) await stopServer(printer.server, STOP_GRACE_MILLISECONDS);
    },
  };
};
