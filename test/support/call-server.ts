import { request, type IncomingMessage, type RequestOptions } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Sends a request with node:http, which needs half as much CPU time as `fetch`. */
export const callServer = (
  url: string | URL,
  options: RequestOptions,
  body: string | Uint8Array = '',
): Promise<ReceivedResponse> =>
  new Promise((resolve, reject) => {
    request(url, options, (response) => {
      const { statusCode: status = 0, headers } = response;
      buffer(response).then((bytes) => resolve({ status, headers, body: bytes }), reject);
    })
      .on('error', reject)
      .end(body);
  });

/** Forwards a request to the server at `url`, with `body` as its body. */
export const relayCall = (
  url: string,
  { method, headers, url: path = '/' }: Pick<IncomingMessage, 'method' | 'headers' | 'url'>,
  body: Buffer,
): Promise<ReceivedResponse> => {
  const options = { ...(method && { method }), headers: { ...headers, 'content-length': body.length } };
  return callServer(new URL(path, url), options, body);
};
