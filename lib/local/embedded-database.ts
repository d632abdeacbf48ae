import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import dynalite from 'dynalite';
import { checkDataDirectory } from './check-data-directory.ts';
import { makeStatementListener } from './execute-statements.ts';
import { listen } from './listen.ts';
import { refuseWebPage } from './refuse-web-page.ts';
import { stopServer } from './stop-server.ts';

export interface EmbeddedDatabaseOptions {
  /** 0: any free port. */
  readonly port: number;
  /** Directory of the data. Default: in memory. */
  readonly path?: string;
  /** Handles requests for another service on the same port. @returns whether it did */
  readonly intercept?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /**
   * Called with the body of each UpdateItem and PutItem. The function that it returns is called when the engine has handled the
   * write.
   */
  readonly onWrite?: (body: Buffer) => (() => void) | undefined;
}

export interface EmbeddedDatabase {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const STOP_GRACE_MILLISECONDS = 1_000;
/** Long, because a busy client notices late that an idle connection was closed, and then loses several requests at once. */
const KEEP_ALIVE_MILLISECONDS = 60_000;

const WRITE = /^DynamoDB_20120810\.(?:UpdateItem|PutItem)$/;

type OnWrite = NonNullable<EmbeddedDatabaseOptions['onWrite']>;

/** dynalite ends its response when the operation is done, even if the caller has disconnected. */
const watchWrite = (request: IncomingMessage, response: ServerResponse, onWrite: OnWrite): void => {
  const chunks: Buffer[] = [];
  let onHandled: ReturnType<OnWrite>;
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => (onHandled = onWrite(Buffer.concat(chunks))));
  const end = response.end.bind(response);
  response.end = ((...parts: Parameters<typeof end>) => {
    onHandled?.();
    return end(...parts);
  }) as typeof end;
};

const wrapListeners = (server: Server, { intercept, onWrite }: EmbeddedDatabaseOptions): void => {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  const engine: RequestListener = (request, response) => {
    if (onWrite && WRITE.test(String(request.headers['x-amz-target']))) watchWrite(request, response, onWrite);
    for (const listener of listeners) listener(request, response);
  };
  const executeStatements = makeStatementListener(engine);
  server.on('request', (request, response) => {
    if (refuseWebPage(request, response) || intercept?.(request, response)) return;
    if (executeStatements(request, response)) return;
    engine(request, response);
    // dynalite throws if a caller disconnects, which would end the process.
    request.removeAllListeners('error').on('error', () => undefined);
  });
};

/** DynamoDB in this process, for programs but not web pages. It has no streams, time to live or transactions. @throws CannotStartError */
export const startEmbeddedDatabase = async (options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> => {
  const { port, path } = options;
  if (path !== undefined) await checkDataDirectory(path);
  const server = dynalite({ createTableMs: 0, deleteTableMs: 0, ...(path !== undefined && { path }) });
  server.keepAliveTimeout = KEEP_ALIVE_MILLISECONDS;
  wrapListeners(server, options);
  const url = await listen(server, 'DYNAMODB_PORT', port);
  return { url, stop: () => stopServer(server, STOP_GRACE_MILLISECONDS) };
};
