import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { normalizeJson, readBody } from '../../../shared/http/read-body.ts';
import { MAX_BODY_BYTES, MAX_LIST_BODY_BYTES } from '../../../shared/rules/byte-limits.ts';

const KIBIBYTE = 1024;

type Request = Parameters<typeof readBody>[0];

interface SentBody extends Partial<Pick<Request, 'body' | 'isBase64Encoded'>> {
  readonly contentType?: string;
}

const toRequest = (request: Partial<Request>): Request => request as Request;

const read = ({ contentType = 'application/json', ...sent }: SentBody): string =>
  readBody(toRequest({ headers: { 'content-type': contentType }, ...sent }), MAX_BODY_BYTES);

const inBase64 = (bytes: string | Uint8Array): SentBody => ({
  body: Buffer.from(bytes).toString('base64'),
  isBase64Encoded: true,
});

describe('A body', () => {
  it('is the same text whether API Gateway encoded it or not', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(read({ body: text })).toBe(text);
        expect(read(inBase64(text))).toBe(text);
      }),
    );
  });

  it('that was not sent is empty', () => {
    expect(read({})).toBe('');
    expect(read({ isBase64Encoded: true })).toBe('');
  });

  it('can have 16 KiB, but not a byte more', () => {
    const largest = 'ü'.repeat(8 * KIBIBYTE);
    for (const encode of [(body: string): SentBody => ({ body }), inBase64]) {
      expect(read(encode(largest))).toBe(largest);
      expect(() => read(encode(`${largest}x`))).toThrow(
        expect.objectContaining({ code: 'body_too_large', message: '16385 bytes' }),
      );
    }
  });

  it('of a batch can have 256 KiB, but not a byte more', () => {
    const request = (bytes: number): Request =>
      toRequest({ headers: { 'content-type': 'application/json' }, body: 'x'.repeat(bytes) });
    expect(readBody(request(256 * KIBIBYTE), MAX_LIST_BODY_BYTES)).toHaveLength(256 * KIBIBYTE);
    expect(() => readBody(request(256 * KIBIBYTE + 1), MAX_LIST_BODY_BYTES)).toThrow(
      expect.objectContaining({ code: 'body_too_large' }),
    );
  });

  it('is rejected if it is not UTF-8', () => {
    expect(() => read(inBase64(Uint8Array.of(0xed, 0xa0, 0x80)))).toThrow(
      expect.objectContaining({
        code: 'invalid_body',
        message: 'not UTF-8',
        cause: expect.objectContaining({ code: 'ERR_ENCODING_INVALID_ENCODED_DATA' }),
      }),
    );
  });
});

describe('A Content-Type', () => {
  it.each([
    'APPLICATION/JSON',
    'application/json ; charset=utf-8; x=y',
    ' application/json ',
    'application/merge-patch+json',
  ])('of %j is JSON', (contentType) => {
    expect(read({ body: '{}', contentType })).toBe('{}');
  });

  it.each(['', 'text/plain; application/json', 'application/jsonp', 'application/json, text/plain'])(
    'of %j is not JSON',
    (contentType) => {
      expect(() => read({ body: '{}', contentType })).toThrow(
        expect.objectContaining({ code: 'unsupported_media_type', message: 'not JSON' }),
      );
    },
  );
});

const parseJson = (text: string): unknown => JSON.parse(normalizeJson(text));

describe('A number in JSON', () => {
  it.each(['42', '42.0', '42.000', '4.2e1', '420e-1', '4200.00e-2'])('%s is 42', (text) => {
    expect(parseJson(`{"x":${text}}`)).toEqual({ x: 42 });
  });

  it.each(['0', '0e-9'])('%s is 0', (text) => {
    expect((parseJson(`{"x":${text}}`) as { x: number }).x === 0).toBe(true);
  });

  it.each(['41.99999999999999999', '9007199254740991.4', '1e-400', '1e400'])(
    '%s is read as -0.5, because JSON.parse would round it to a whole number or to infinity',
    (text) => {
      expect(parseJson(`{"x":[1,${text}]}`)).toEqual({ x: [1, -0.5] });
    },
  );

  it('with a fraction is read as JSON.parse reads it', () => {
    const text = '[1.5,41.9999,-2.5e-3,"41.99999999999999999"]';
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });
});

it('A member of an object in JSON is omitted if middy’s parser would reject a body with it', () => {
  const parsed = parseJson('{"__proto__":{"id":1},"constructor":{"prototype":{"id":2}},"x":3}') as { id?: number };
  expect(Object.keys(parsed)).toEqual(['x']);
  expect([parsed.id, ({} as { id?: number }).id]).toEqual([undefined, undefined]);
  const similar = '{"constructor":{"id":1},"x":{"prototype":1}}';
  expect(normalizeJson(similar)).toBe(similar);
});

it.each(['', `${'['.repeat(100_000)}${']'.repeat(100_000)}`])(
  'A text that is not JSON is rejected with an error that has a cause (%#)',
  (text) => {
    const cause = expect.any(Error);
    expect(() => parseJson(text)).toThrow(expect.objectContaining({ code: 'invalid_body', cause }));
  },
);
