import { createServer } from 'node:http';
import type { DynamoDBRecord } from 'aws-lambda';
import { LOCAL_KEY_SECRET } from '../../shared/local-service.ts';
import { serveAwsJson, type ServiceListener } from './aws-json.ts';
import { openDataDirectory } from './data-directory.ts';
import { makeRecorder } from './dynamodb/change-record.ts';
import { perform } from './dynamodb/engine.ts';
import type { Journal } from './dynamodb/sqlite-journal.ts';
import { State } from './dynamodb/state.ts';
import type { LocalEndpoints } from './function-environment.ts';
import { HEALTHY, listen, rejectWebPage, stopServer } from './local-server.ts';
import type { LocalOptions } from './options.ts';
import { makeSecretsManager, openSecretStore } from './secrets-manager.ts';
import { makeEventPrinter, makePushPrinter } from './streams/printer.ts';

/**
 * How long idle connections stay open. A short time would cost a busy client requests: it can send several before it notices
 * that their connections were closed.
 */
const KEEP_ALIVE_MILLISECONDS = 60_000;

const serveDatabase = (state: State): ServiceListener => {
  const serve = serveAwsJson('DynamoDB_20120810', (operation, input) => perform(state, operation, input));
  return (request, response) => {
    if (request.method !== 'GET') return serve(request, response);
    response.writeHead(200).end(HEALTHY);
    return true;
  };
};

/**
 * @param directory undefined keeps the state in memory
 * @param listenersFor makes the listeners, which get no requests from web pages
 */
const startServer = async (
  port: number,
  directory: string | undefined,
  listenersFor: (state: State) => readonly ServiceListener[],
) => {
  const load = (journal?: Journal) => listenersFor(State.open(journal));
  const { journal, loaded: listeners } =
    directory === undefined ? { journal: undefined, loaded: load() } : await openDataDirectory(directory, load);
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MILLISECONDS }, (request, response) => {
    const isHandled = rejectWebPage(request, response) || listeners.some((listener) => listener(request, response));
    if (!isHandled) response.writeHead(404).end();
  });
  const url = await listen(server, 'DYNAMODB_PORT', port);
  const stop = async (): Promise<void> => {
    await stopServer(server);
    journal?.close();
  };
  return { url, stop };
};

export type EmbeddedDatabase = Awaited<ReturnType<typeof startEmbeddedDatabase>>;

/**
 * Starts the DynamoDB engine alone in this process. Rejects requests from web pages.
 * @param options.port 0: any free port @param options.directory by default, the data is only in memory @throws CannotStartError
 */
export const startEmbeddedDatabase = ({ port, directory }: { port: number; directory?: string | undefined }) =>
  startServer(port, directory, (state) => [serveDatabase(state)]);

/** The services that the functions call through the SDK. SNS and EventBridge are at `secretsUrl`, unless real ones are used. */
export interface Backend extends LocalEndpoints {
  readonly stop: () => Promise<void>;
}

/**
 * Starts the Secrets Manager with the signing keys, the printer of pushes and events and, unless an external database is used,
 * the embedded database, on the same port.
 * @param onRecords receives the records of each write to a table with a stream, in the order of the writes
 * @param print called with one line for each push or event that is sent here instead of to SNS or EventBridge
 * @throws CannotStartError
 */
export const startBackend = async (
  { databaseUrl, databasePort, dataDirectory }: LocalOptions,
  onRecords: (records: readonly DynamoDBRecord[]) => void,
  print: (line: string) => void = () => undefined,
): Promise<Backend> => {
  const listenersFor = (state: State): ServiceListener[] => {
    const toRecords = makeRecorder();
    state.onWrite = (changes) => {
      const records = toRecords(changes);
      if (records.length > 0) onRecords(records);
    };
    return [
      makeSecretsManager(openSecretStore([LOCAL_KEY_SECRET], state)),
      makeEventPrinter(print),
      makePushPrinter(print),
      ...(databaseUrl === undefined ? [serveDatabase(state)] : []),
    ];
  };
  const { url, stop } = await startServer(databasePort, dataDirectory, listenersFor);
  return { databaseUrl: databaseUrl ?? url, secretsUrl: url, stop };
};
