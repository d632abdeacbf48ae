import type { IncomingMessage, ServerResponse } from 'node:http';

/** Names under which programs on this machine, and the containers of `npm run sam`, reach a port here. */
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]', 'host.docker.internal']);

/** @param host the Host header, with or without a port. */
export const isLocalHost = (host: string | undefined): boolean =>
  host !== undefined && LOCAL_HOSTS.has(URL.parse(`http://${host}`)?.hostname ?? '');

/**
 * Refuses what a web page may have sent to a port with data and keys: a request with an Origin, and one by a name that only
 * leads here (DNS rebinding). Programs send neither. @returns whether it has refused.
 */
export const refuseWebPage = (request: IncomingMessage, response: ServerResponse): boolean => {
  const { headers } = request;
  if (headers.origin === undefined && isLocalHost(headers.host)) return false;
  request.resume();
  response.writeHead(403, { connection: 'close' }).end();
  return true;
};
