import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CannotStartError } from './cannot-start-error.ts';

/** The interface that every local server listens on, so that other machines cannot reach it. */
export const LOOPBACK = '127.0.0.1';

/** The embedded database's response to a GET, which is a health check. */
export const HEALTHY = 'healthy: local DynamoDB';

const explain = (error: NodeJS.ErrnoException, setting: string, port: number): Error => {
  if (error.code === 'EADDRINUSE')
    return new CannotStartError(`Port ${port} is in use: set ${setting} to another port, or to 0 for any free one.`);
  if (error.code === 'EACCES')
    return new CannotStartError(`You have no permission to listen on port ${port}: set ${setting} to 1024 or higher.`);
  return error;
};

/**
 * Starts listening, on any free port if `port` is 0.
 * @param setting the name of the setting for the port
 * @returns the URL
 * @throws CannotStartError if the port is not available; the message names the setting
 */
export const listen = (server: Server, setting: string, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(explain(error, setting, port));
    });
    server.listen(port, LOOPBACK, () => resolve(`http://${LOOPBACK}:${(server.address() as AddressInfo).port}`));
  });

/**
 * Stops accepting requests, and waits for at most `graceMilliseconds` until the requests in progress are finished. Idle
 * connections are closed at once.
 */
export const stopServer = async (server: Server, graceMilliseconds = 1_000): Promise<void> => {
  const closed = Promise.withResolvers<void>();
  server.close(() => closed.resolve());
  const deadline = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
  // `close` closes only connections that are already idle.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  await closed.promise;
  clearTimeout(deadline);
  clearInterval(sweep);
};

/** Ends a response whose handler failed. A failure in one request must not end the service. */
export const endFailed = (response: ServerResponse): void => {
  if (response.headersSent) response.destroy();
  else response.writeHead(500).end();
};

/** Host names by which programs on this machine, and the containers of `npm run sam`, reach a local port. */
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]', 'host.docker.internal']);

/** @param host the Host header, with or without a port */
export const isLocalHost = (host: string | undefined): boolean =>
  host !== undefined && LOCAL_HOSTS.has(URL.parse(`http://${host}`)?.hostname ?? '');

/**
 * Protects a port that gives access to data and keys: rejects requests that a web page might have sent. These have an Origin
 * header, or a host name that is not local but resolves to this machine (DNS rebinding). Requests from programs have neither.
 * @returns whether it has rejected the request
 */
export const rejectWebPage = (request: IncomingMessage, response: ServerResponse): boolean => {
  const { headers } = request;
  if (headers.origin === undefined && isLocalHost(headers.host)) return false;
  request.resume();
  response.writeHead(403, { connection: 'close' }).end();
  return true;
};
