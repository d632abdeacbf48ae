import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readBody } from '../../../shared/http/read-body.ts';
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
