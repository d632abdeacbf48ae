import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { DynamoDBRecord } from 'aws-lambda';
import { localKeySecrets } from '../../shared/local-service.ts';
import { makeRecorder } from './dynamodb/change-record.ts';
import { makeRequestListener } from './dynamodb/engine.ts';
import { State } from './dynamodb/state.ts';
import type { LocalEndpoints } from './function-environment.ts';
import { listen } from './listen.ts';
import { openDataDirectory } from './open-data-directory.ts';
import type { LocalOptions } from './options.ts';
import { rejectWebPage } from './reject-web-page.ts';
import { openSecretStore } from './secret-store.ts';
import { makeSecretsManager } from './secrets-manager.ts';
import { stopServer } from './stop-server.ts';
import { makePrinter } from './streams/printer.ts';

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

/** The services that the functions call through the SDK. SNS and EventBridge are at `secretsUrl`, unless real ones are used. */
export interface Backend extends LocalEndpoints {
  readonly stop: () => Promise<void>;
}

/**
 * Starts the Secrets Manager with the signing keys, the printer of pushes and events and, unless an external database is used,
 * the embedded database, on the same port.
 * @param onRecords receives the stream records of an embedded database
 * @param print called with one line for each push or event that is sent here instead of to SNS or EventBridge
 * @throws CannotStartError
 */
export const startBackend = async (
  { databaseUrl, databasePort, dataDirectory: directory, secretsPort }: LocalOptions,
  onRecords: NonNullable<EmbeddedDatabaseOptions['onRecords']>,
  print: (line: string) => void = () => undefined,
): Promise<Backend> => {
  const path = directory === undefined ? undefined : join(directory, 'signing-keys.json');
  const secrets = makeSecretsManager(openSecretStore(Object.values(localKeySecrets), path));
  const printer = makePrinter(print);
  const intercept = (request: IncomingMessage, response: ServerResponse): boolean =>
    secrets(request, response) || printer(request, response);
  if (databaseUrl === undefined) {
    const { url, stop } = await startEmbeddedDatabase({ port: databasePort, directory, intercept, onRecords });
    return { databaseUrl: url, secretsUrl: url, stop };
  }
  const server = createServer((request, response) => {
    if (rejectWebPage(request, response) || intercept(request, response)) return;
    response.writeHead(404).end();
  });
  const secretsUrl = await listen(server, 'SECRETS_PORT', secretsPort);
  return { databaseUrl, secretsUrl, stop: () => stopServer(server) };
};
