import type { RequestOptions } from 'node:http';
import { callServer } from './call-server.ts';
import { checkResponse } from './described-response.ts';
import type { HttpResponse } from './running-service.ts';

/** @throws Error if the API document does not describe the response. */
export const sendRequest = async (
  url: string,
  options: RequestOptions & { readonly method: string },
  body?: string | Uint8Array,
): Promise<HttpResponse> => {
  const { status, headers, body: received } = await callServer(url, options, body);
  const fields = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  const response = { status, headers: new Headers(fields), body: JSON.parse(received.toString()) };
  return checkResponse(options.method, url, response);
};

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
