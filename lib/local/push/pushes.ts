import { createServer, type Server } from 'node:http';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';
import { localTableNames } from '../../../shared/local-service.ts';
import { listen } from '../listen.ts';
import { stopServer } from '../stop-server.ts';
import { makeCheckinFeed, type CheckinFeed } from './checkin-feed.ts';
import { makePushDelivery, type PushHandler } from './push-delivery.ts';
import { makeSnsPrinter } from './sns-printer.ts';

export interface PushesOptions {
  /** `writes`: the writes to an embedded database, passed to `onWrite`. `stream`: the stream of a DynamoDB that has one. */
  readonly source: 'writes' | 'stream';
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
  /** Takes each write to an embedded database. The returned function must be called when the database has handled the write. */
  readonly onWrite: (body: Buffer) => (() => void) | undefined;
  /** Starts to send pushes for new writes. */
  readonly follow: (databaseUrl: string) => Promise<void>;
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
  const { source, snsUrl, importHandler, onPush, onFailure } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const deliver = makePushDelivery({ importHandler, onFailure, signal, ...(snsUrl !== undefined && { snsUrl }) });
  const delivering = new Set<Promise<void>>();
  const printer = snsUrl === undefined ? await startPrinter(onPush) : undefined;
  let client: DynamoDBClient | undefined;
  let feed: CheckinFeed | undefined;

  const onRecords = (records: readonly DynamoDBRecord[]): void => {
    const delivery = deliver(records).finally(() => delivering.delete(delivery));
    delivering.add(delivery);
  };

  return {
    environment: { AWS_ENDPOINT_URL_SNS: snsUrl ?? (printer?.url as string) },
    onWrite: (body) => feed?.onWrite(body),
    async follow(databaseUrl) {
      if (source === 'writes') {
        client = new DynamoDBClient({ ...callBudgets.operator(), endpoint: databaseUrl });
        feed = makeCheckinFeed({ client, bookingsTable: table, deliver, onFailure });
        return;
      }
      // Loaded only if it is needed: most starts use the embedded database.
      const { followStream } = await import('./stream-reader.ts');
      if (!(await followStream({ databaseUrl, table, onRecords, onFailure, signal })))
        onFailure(`the DynamoDB at ${databaseUrl} has no streams: no pushes are sent from here`);
    },
    async stop() {
      const grace = new Promise((resolve) => {
        setTimeout(resolve, STOP_GRACE_MILLISECONDS).unref();
      });
      await Promise.race([Promise.all([feed?.flush(), ...delivering]), grace]);
      stopping.abort();
      client?.destroy();
      if (printer) await stopServer(printer.server, STOP_GRACE_MILLISECONDS);
    },
  };
};
