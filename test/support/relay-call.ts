import { request as forward, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface RelayedResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** DynamoDB's name of the requested operation, such as `UpdateItem`. */
export const operationOf = ({ headers }: IncomingMessage): string =>
  String(headers['x-amz-target']).split('.').at(-1) ?? '';

/** Forwards a call to the server at `url`, with `body` as its body. */
export const relayCall = (
  url: string,
  { method, headers, url: path = '/' }: Pick<IncomingMessage, 'method' | 'headers' | 'url'>,
  body: Buffer,
): Promise<RelayedResponse> =>
  new Promise((resolve, reject) => {
    const options = {
      ...(method && { method }),
      headers: { ...headers, 'content-length': body.length },
    };
    forward(new URL(path, url), options, (response) => {
      const { statusCode = 500, headers: received } = response;
      buffer(response).then((bytes) => resolve({ status: statusCode, headers: received, body: bytes }), reject);
    })
      .on('error', reject)
      .end(body);
  });
