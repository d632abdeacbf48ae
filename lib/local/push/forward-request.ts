import { request as send, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { DatabaseForward } from '../database-tap.ts';

/** More than any caller waits for one call: what is not done by then never will be. */
const ABANDONED_MILLISECONDS = 3_000;

const relay = (answer: IncomingMessage, response: ServerResponse): void => {
  // The caller did not wait for it; a pipeline to nowhere would bring the process down.
  if (response.destroyed) return void answer.resume();
  response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
  pipeline(answer, response, () => undefined);
};

const abandonWith = (response: ServerResponse, onward: ClientRequest): void => {
  const limit = (): void => void onward.setTimeout(ABANDONED_MILLISECONDS, () => onward.destroy());
  if (response.destroyed) limit();
  else response.once('close', limit);
};

/**
 * Hands requests on as they came, to the letter: the signature covers the host's name too. Where `url` cannot be reached the
 * caller sees what it would have seen there, a connection that is cut.
 */
export const makeForwarder = (url: string): DatabaseForward => {
  const { hostname, port } = new URL(url);
  return async (request, response) => {
    const done = Promise.withResolvers<void>();
    const { method, url: path, headers } = request;
    const onward = send({ hostname, port: port || 80, method, path, headers });
    onward.on('response', (answer) => relay(answer, response));
    onward.on('error', () => response.destroy());
    onward.on('close', done.resolve);
    abandonWith(response, onward);
    pipeline(request, onward, () => undefined);
    await done.promise;
  };
};
