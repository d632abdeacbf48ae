import middy from '@middy/core';
import { describe, expect, it } from '@jest/globals';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import fc from 'fast-check';
import { jsonBody, readBytes, readText, type TextRequest } from '../../../shared/http/body.ts';
import { MAX_BODY_BYTES, MAX_LIST_BODY_BYTES } from '../../../shared/rules/fields.ts';

const KIBIBYTE = 1024;

interface SentBody extends Partial<Pick<APIGatewayProxyEventV2, 'body' | 'isBase64Encoded' | 'headers'>> {
  readonly contentType?: string;
}

/** Returns the body that the operation at the end of a chain gets. */
const read = async (
  { contentType = 'application/json', headers, ...sent }: SentBody,
  maxBodyBytes = MAX_BODY_BYTES,
  operation = async ({ body }: { readonly body?: unknown }) => body,
): Promise<unknown> => {
  const event = { headers: { 'content-type': contentType, ...headers }, ...sent } as unknown as APIGatewayProxyEventV2;
  const chain = middy<APIGatewayProxyEventV2>().use(jsonBody(maxBodyBytes));
  return chain.handler(operation)(event, {} as Context);
};

const inBase64 = (bytes: string | Uint8Array): SentBody => ({
  body: Buffer.from(bytes).toString('base64'),
  isBase64Encoded: true,
});

const rejection = (code: string, message: unknown = expect.any(String)) => expect.objectContaining({ code, message });

describe('A body', () => {
  it('is read alike whether API Gateway encoded it or not, and whether a byte order mark comes first or not', async () => {
    const text = fc.string({ unit: 'grapheme' });
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom('', '\uFEFF'), async (value, mark) => {
        const body = mark + JSON.stringify([value]);
        expect(await read({ body })).toEqual([value]);
        expect(await read(inBase64(body))).toEqual([value]);
      }),
    );
  });

  it.each([{}, { isBase64Encoded: true }, { body: '' }, { body: '\uFEFF\uFEFF1' }, { body: '{' }])(
    'is not JSON: %j',
    async (sent) => {
      await expect(read(sent)).rejects.toThrow(rejection('invalid_body'));
    },
  );

  it.each([
    ['16 KiB', MAX_BODY_BYTES, 16],
    ['256 KiB if it is a list', MAX_LIST_BODY_BYTES, 256],
  ])('can have %s, but not a byte more', async (_, limit, kibibytes) => {
    const largest = `"${'ü'.repeat((kibibytes * KIBIBYTE) / 2 - 1)}"`;
    for (const encode of [(body: string): SentBody => ({ body }), inBase64]) {
      expect(await read(encode(largest), limit)).toBe(JSON.parse(largest));
      const message = `${kibibytes * KIBIBYTE + 1} bytes`;
      await expect(read(encode(`${largest} `), limit)).rejects.toThrow(rejection('body_too_large', message));
    }
  });

  it('is rejected if it is not UTF-8', async () => {
    const sent = inBase64(Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22));
    await expect(read(sent)).rejects.toThrow(rejection('invalid_body', 'not UTF-8'));
  });

  it('is rejected with an error that does not contain the body', async () => {
    const failure = await read({ body: 'secret' }).catch((error: unknown) => error);
    expect(failure).toEqual(rejection('invalid_body'));
    expect((failure as Error).cause).toBeUndefined();
  });

  it('can be absent, and can have a byte order mark inside', async () => {
    const absent = { headers: {} } as TextRequest;
    expect([readText(absent, 9), readBytes(absent, 9).length]).toEqual(['', 0]);
    expect(await read({ body: '"a\uFEFF"' })).toBe('a\uFEFF');
  });

  it('does not change the error of an operation', async () => {
    const failure = Object.assign(new Error('full'), { statusCode: 507 });
    await expect(read({ body: '1' }, 9, () => Promise.reject(failure))).rejects.toBe(failure);
  });

  it('that is nested too deeply is not JSON', async () => {
    const body = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    await expect(read({ body }, MAX_LIST_BODY_BYTES)).rejects.toThrow(rejection('invalid_body'));
  });

  it.each(['{"__proto__":{"id":1}}', '{"constructor":{"prototype":{"id":2}}}'])(
    'is rejected if it could change the prototype of an object: %s',
    async (body) => {
      await expect(read({ body })).rejects.toThrow(rejection('invalid_body'));
    },
  );
});

describe('A Content-Type', () => {
  it.each([
    'APPLICATION/JSON',
    'application/json ; charset=utf-8; x=y',
    ' application/json ',
    'application/merge-patch+json',
    'application/vnd.api+json;x=y',
  ])('of %j is JSON', async (contentType) => {
    expect(await read({ body: '{}', contentType })).toEqual({});
  });

  it.each(['', 'text/plain; application/json', 'application/jsonp', 'application/json, text/plain'])(
    'of %j is not JSON',
    async (contentType) => {
      await expect(read({ body: '{}', contentType })).rejects.toThrow(rejection('unsupported_media_type'));
    },
  );
});

describe('A Content-Encoding', () => {
  it.each(['', 'identity', ' Identity '])('of %j is accepted', async (encoding) => {
    expect(await read({ body: '{}', headers: { 'content-encoding': encoding } })).toEqual({});
  });

  it.each(['gzip', 'identity, gzip', 'br', 'x'])('of %j is rejected', async (encoding) => {
    const sent = { body: '{}', headers: { 'content-encoding': encoding } };
    await expect(read(sent)).rejects.toThrow(rejection('unsupported_media_type', 'encoded content'));
  });
});

it.each(['42', '42.0', '42.000', '4.2e1', '420e-1', '41.99999999999999999'])(
  'The number %s in JSON is 42, as JSON.parse reads it',
  async (text) => {
    expect(await read({ body: `{"x":${text}}` })).toEqual({ x: 42 });
  },
);
