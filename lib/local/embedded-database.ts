import type { RequestListener, Server, ServerResponse } from 'node:http';
import dynalite from 'dynalite';
import { checkDataDirectory } from './check-data-directory.ts';
import type { DatabaseForward, DatabaseTap } from './database-tap.ts';
import { listen } from './listen.ts';
import { stopServer } from './stop-server.ts';

export interface EmbeddedDatabaseOptions {
  /** 0: any free one. */
  readonly port: number;
  /** Where the data is kept; in memory where left out. */
  readonly path?: string;
  readonly intercept?: DatabaseTap;
}

export interface EmbeddedDatabase {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const STOP_GRACE_MILLISECONDS = 1_000;
/** A busy caller finds out late that an idle connection was closed, and has then lost a whole wave of requests at once. */
const KEEP_ALIVE_MILLISECONDS = 60_000;

/** dynalite ends its answer when it has done what was asked, also where nobody waits for it any more. */
const ending = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const end = response.end.bind(response);
    response.end = ((...parts: Parameters<typeof end>) => {
      resolve();
      return end(...parts);
    }) as typeof end;
  });

/** dynalite throws what a caller that goes away leaves behind, and with it would go the process. */
const guard = (server: Server, { intercept }: EmbeddedDatabaseOptions): void => {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  const answer: DatabaseForward = async (request, response) => {
    const ended = ending(response);
    for (const listener of listeners) listener(request, response);
    request.removeAllListeners('error');
    await ended;
  };
  server.on('request', (request, response) => {
    if (!intercept?.(request, response, answer)) void answer(request, response);
  });
};

/** DynamoDB in this process: no streams, no time to live, no transactions. @throws CannotStartError */
export const startEmbeddedDatabase = async (options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> => {
  const { port, path } = options;
  if (path !== undefined) await checkDataDirectory(path);
  const server = dynalite({ createTableMs: 0, ...(path !== undefined && { path }) });
  server.keepAliveTimeout = KEEP_ALIVE_MILLISECONDS;
  guard(server, options);
  const url = await listen(server, 'DYNAMODB_PORT', port);
  return { url, stop: () => stopServer(server, STOP_GRACE_MILLISECONDS) };
};
