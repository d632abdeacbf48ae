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

/** The services that the functions call through the SDK: a database, and a Secrets Manager with the signing keys. */
export interface Backend extends LocalEndpoints {
  readonly stop: () => Promise<void>;
}

type OnRecords = NonNullable<EmbeddedDatabaseOptions['onRecords']>;
type SecretsManager = ReturnType<typeof makeSecretsManager>;

/** Starts both services on one port, so that one port setting is enough for both. */
const startTogether = async (
  secrets: SecretsManager,
  { databasePort: port, dataDirectory }: LocalOptions,
  onRecords: OnRecords,
): Promise<Backend> => {
  const { url, stop } = await startEmbeddedDatabase({ port, directory: dataDirectory, intercept: secrets, onRecords });
  return { databaseUrl: url, secretsUrl: url, stop };
};

const startKeysOnly = async (databaseUrl: string, secrets: SecretsManager, port: number): Promise<Backend> => {
  const server = createServer((request, response) => {
    if (rejectWebPage(request, response) || secrets(request, response)) return;
    response.writeHead(404).end();
  });
  const secretsUrl = await listen(server, 'SECRETS_PORT', port);
  return { databaseUrl, secretsUrl, stop: () => stopServer(server) };
};

/**
 * Starts the Secrets Manager with the signing keys and, unless an external database is used, the embedded database.
 * @param onRecords receives the stream records of an embedded database. @throws CannotStartError
 */
export const startBackend = async (options: LocalOptions, onRecords: OnRecords): Promise<Backend> => {
  const { databaseUrl, secretsPort, dataDirectory } = options;
  const path = dataDirectory === undefined ? undefined : join(dataDirectory, 'signing-keys.json');
  const secrets = makeSecretsManager(openSecretStore(Object.values(localKeySecrets), path));
  return databaseUrl === undefined
    ? startTogether(secrets, options, onRecords)
    : startKeysOnly(databaseUrl, secrets, secretsPort);
};
