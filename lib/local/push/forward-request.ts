import { request as send, type IncomingMessage, type RequestListener } from 'node:http';
import { pipeline } from 'node:stream';

const relay = (answer: IncomingMessage, response: Parameters<RequestListener>[1]): void => {
  // The caller did not wait for it; a pipeline to nowhere would bring the process down.
  if (response.destroyed) return void answer.resume();
  response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
  pipeline(answer, response, () => undefined);
};

/**
 * Hands requests on as they came, to the letter: the signature covers the host's name too. Where `url` cannot be reached the
 * caller sees what it would have seen there, a connection that is cut.
 */
export const makeForwarder = (url: string): RequestListener => {
  const { hostname, port } = new URL(url);
  return (request, response) => {
    const { method, url: path, headers } = request;
    const onward = send({ hostname, port: port || 80, method, path, headers });
    onward.on('response', (answer) => relay(answer, response));
    onward.on('error', () => response.destroy());
    pipeline(request, onward, () => undefined);
  };
};
