import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { DynamoDBRecord } from 'aws-lambda';
import { makeRecorder } from './dynamodb/change-record.ts';
import { makeRequestListener } from './dynamodb/request-listener.ts';
import { State } from './dynamodb/state.ts';
import { listen } from './listen.ts';
import { openDataDirectory } from './open-data-directory.ts';
import { rejectWebPage } from './reject-web-page.ts';
import { stopServer } from './stop-server.ts';

export interface EmbeddedDatabaseOptions {
  /** The port to listen on. 0: any free port. */
  readonly port: number;
  /** Directory of the data. By default, the data is only in memory. */
  readonly directory?: string | undefined;
  /** Handles requests for another service on the same port. @returns whether it handled the request */
  readonly intercept?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Called with the records of each write to a table with a stream, in the order of the writes. */
  readonly onRecords?: (records: readonly DynamoDBRecord[]) => void;
}

export type EmbeddedDatabase = Awaited<ReturnType<typeof startEmbeddedDatabase>>;

/**
 * How long idle connections stay open. It is long, because a busy client that notices too late that they were closed can lose
 * several requests at once.
 */
const KEEP_ALIVE_MILLISECONDS = 60_000;

/** Starts the DynamoDB engine in this process. Rejects requests from web pages. @throws CannotStartError */
export const startEmbeddedDatabase = async ({ port, directory, intercept, onRecords }: EmbeddedDatabaseOptions) => {
  const journal = directory === undefined ? undefined : await openDataDirectory(directory);
  const state = State.open(journal);
  if (onRecords) {
    const toRecords = makeRecorder();
    state.onWrite = (changes) => {
      const records = toRecords(changes);
      if (records.length > 0) onRecords(records);
    };
  }
  const engine = makeRequestListener(state);
  const server = createServer((request, response) => {
    if (rejectWebPage(request, response) || intercept?.(request, response)) return;
    engine(request, response);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MILLISECONDS;
  const url = await listen(server, 'DYNAMODB_PORT', port);
  const stop = async (): Promise<void> => {
    await stopServer(server);
    journal?.close();
  };
  return { url, stop };
};
