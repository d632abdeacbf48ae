import { createServer } from 'node:http';
import { join } from 'node:path';
import { startEmbeddedDatabase, type EmbeddedDatabaseOptions } from './embedded-database.ts';
import type { LocalEndpoints } from './function-environment.ts';
import { localKeySecrets } from '../../shared/local-service.ts';
import { listen } from './listen.ts';
import type { LocalOptions } from './options.ts';
import { rejectWebPage } from './reject-web-page.ts';
import { openSecretStore } from './secret-store.ts';
import { makeSecretsManager } from './secrets-manager.ts';
import { stopServer } from './stop-server.ts';
import { makePrinter } from './streams/printer.ts';

/** The services that the functions call through the SDK. SNS and EventBridge are at `secretsUrl`, unless real ones are used. */
export interface Backend extends LocalEndpoints {
  readonly stop: () => Promise<void>;
}

type OnRecords = NonNullable<EmbeddedDatabaseOptions['onRecords']>;
type Intercept = NonNullable<EmbeddedDatabaseOptions['intercept']>;

/** Starts all services on one port, so that one port setting is enough for all. */
const startTogether = async (
  intercept: Intercept,
  { databasePort: port, dataDirectory: directory }: LocalOptions,
  onRecords: OnRecords,
): Promise<Backend> => {
  const { url, stop } = await startEmbeddedDatabase({ port, directory, intercept, onRecords });
  return { databaseUrl: url, secretsUrl: url, stop };
};

const startWithoutDatabase = async (databaseUrl: string, intercept: Intercept, port: number): Promise<Backend> => {
  const server = createServer((request, response) => {
    if (rejectWebPage(request, response) || intercept(request, response)) return;
    response.writeHead(404).end();
  });
  const secretsUrl = await listen(server, 'SECRETS_PORT', port);
  return { databaseUrl, secretsUrl, stop: () => stopServer(server) };
};

/**
 * Starts the Secrets Manager with the signing keys, the printer of pushes and events and, unless an external database is used,
 * the embedded database.
 * @param onRecords receives the stream records of an embedded database
 * @param print called with one line for each push or event that is sent here instead of to SNS or EventBridge
 * @throws CannotStartError
 */
export const startBackend = async (
  options: LocalOptions,
  onRecords: OnRecords,
  print: (line: string) => void = () => undefined,
): Promise<Backend> => {
  const { databaseUrl, secretsPort, dataDirectory } = options;
  const path = dataDirectory === undefined ? undefined : join(dataDirectory, 'signing-keys.json');
  const secrets = makeSecretsManager(openSecretStore(Object.values(localKeySecrets), path));
  const printer = makePrinter(print);
  const intercept: Intercept = (request, response) => secrets(request, response) || printer(request, response);
  return databaseUrl === undefined
    ? startTogether(intercept, options, onRecords)
    : startWithoutDatabase(databaseUrl, intercept, secretsPort);
};
