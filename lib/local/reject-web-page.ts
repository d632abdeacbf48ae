import type { IncomingMessage, ServerResponse } from 'node:http';

/** Host names by which programs on this machine, and the containers of `npm run sam`, reach a local port. */
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]', 'host.docker.internal']);

/** @param host the Host header, with or without a port. */
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
