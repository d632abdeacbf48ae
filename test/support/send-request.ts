import { request, type RequestOptions } from 'node:http';
import { text } from 'node:stream/consumers';
import { checkResponse } from './described-response.ts';
import type { HttpResponse } from './running-service.ts';

/**
 * Sends a request with node:http, which needs half as much CPU time as `fetch`.
 * @throws Error if the API document does not describe the response.
 */
export const sendRequest = (
  url: string,
  options: RequestOptions & { readonly method: string },
  body: string | Uint8Array = '',
): Promise<HttpResponse> =>
  new Promise((resolve, reject) => {
    const { method } = options;
    const sent = request(url, options, (response) => {
      const names = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
      const { statusCode: status = 0 } = response;
      text(response)
        .then((received) =>
          checkResponse(method, url, { status, headers: new Headers(names), body: JSON.parse(received) }),
        )
        .then(resolve, reject);
    });
    sent.on('error', reject).end(body);
  });

interface RawRequest {
  readonly method: string;
  /** Each name, followed by its value. Both are sent unchanged. */
  readonly headers: readonly string[];
  readonly body?: string | Uint8Array;
}

/** Sends a request with arbitrary header lines, including invalid or repeated ones. */
export const sendRaw = (url: string, { method, headers, body = '' }: RawRequest): Promise<HttpResponse> => {
  const length = ['Content-Length', String(Buffer.byteLength(body))];
  const lines = ['Host', new URL(url).host, ...length, 'Connection', 'close', ...headers];
  return sendRequest(url, { method, headers: lines }, body);
};
