import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../lib/local/listen.ts';
import { stopServer } from '../../lib/local/stop-server.ts';

export interface TestServer {
  readonly url: string;
  /** Closes all connections too. */
  readonly stop: () => Promise<void>;
}

/** Starts a server on this machine. It cuts the connection if `handle` throws. @param port default: any free port */
export const startServer = async (
  handle: (request: IncomingMessage, response: ServerResponse) => unknown,
  port = 0,
): Promise<TestServer> => {
  const server = createServer((request, response) => {
    (async () => handle(request, response))().catch(() => response.destroy());
  });
  return { url: await listen(server, 'PORT', port), stop: () => stopServer(server, 0) };
};
