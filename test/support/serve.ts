import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, stopServer } from '../../lib/local/local-server.ts';

export type Handle = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Starts a server, by default on a free port. The test must stop it. If `handle` throws, the server cuts the connection. */
export const serve = async (handle: Handle, fixedPort = 0) => {
  const server = createServer((request, response) => {
    (async () => handle(request, response))().catch(() => response.destroy());
  });
  const url = await listen(server, 'PORT', fixedPort);
  return { url, port: new URL(url).port, stop: () => stopServer(server, 0) };
};

export type TestServer = Awaited<ReturnType<typeof serve>>;

/** The region and credentials that the AWS SDK needs; servers in tests accept any. */
export const operatorCredentials = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'operator',
  AWS_SECRET_ACCESS_KEY: 'operator',
};
