import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { described } from './described-response.ts';
import type { HttpResponse } from './running-service.ts';

interface RawRequest {
  readonly method: string;
  /** Names and values in turn, sent unchanged. `fetch` would join, trim or refuse some. */
  readonly headers: readonly string[];
  readonly body?: string | Uint8Array;
}

/** Sends a request with any header lines. */
export const sendRaw = (url: string, { method, headers, body = '' }: RawRequest): Promise<HttpResponse> =>
  new Promise((resolve, reject) => {
    const length = ['Content-Length', String(Buffer.byteLength(body))];
    const lines = ['Host', new URL(url).host, ...length, 'Connection', 'close', ...headers];
    const sent = request(url, { method, headers: lines }, (response) => {
      const names = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
      const { statusCode: status = 0 } = response;
      text(response)
        .then((received) => described(method, url, { status, headers: new Headers(names), body: JSON.parse(received) }))
        .then(resolve, reject);
    });
    sent.on('error', reject).end(body);
  });
