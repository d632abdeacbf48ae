import { describe, expect, it } from '@jest/globals';
import type { ApiRequest } from '../../../shared/http/api-request.ts';
import { readBody } from '../../../shared/http/read-body.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

const read = (body: string | undefined, headers: Record<string, string> = JSON_TYPE, isBase64Encoded = false): string =>
  readBody({ headers, isBase64Encoded, ...(body !== undefined && { body }) } as ApiRequest & { body?: string });

const readBytes = (...bytes: number[]): string => read(Buffer.from(bytes).toString('base64'), JSON_TYPE, true);

const codeOf = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

describe('A body', () => {
  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json;charset=utf-8',
    ' application/json ; charset="x"',
    'application/vnd.acme.v1+json',
  ])('is taken as %p', (type) => {
    expect(read('{}', { 'Content-Type': type })).toBe('{}');
  });

  it.each([
    undefined,
    '',
    'text/json',
    'text/plain',
    'xapplication/json',
    'application/jsonx',
    'application/+json',
    'application/json+x',
    'application/a b+json',
    'a;application/json',
  ])('is not taken as %p', (type) => {
    const act = () => read('{}', type === undefined ? {} : { 'content-type': type });
    expect(codeOf(act)).toBe('unsupported_media_type');
  });

  it('may have 16 KiB, counted in bytes, and not one more', () => {
    expect(read('x'.repeat(16_384))).toHaveLength(16_384);
    expect(read('é'.repeat(8_192))).toHaveLength(8_192);
    expect(codeOf(() => read('x'.repeat(16_385)))).toBe('body_too_large');
    expect(codeOf(() => read(`${'é'.repeat(8_192)}x`))).toBe('body_too_large');
    expect(codeOf(() => readBytes(...Array<number>(16_385).fill(0x20)))).toBe('body_too_large');
  });

  it('is nothing where there is none', () => {
    expect(read(undefined)).toBe('');
    expect(read(undefined, JSON_TYPE, true)).toBe('');
  });

  it('is decoded where the gateway has encoded it, and strictly', () => {
    expect(readBytes(0x7b, 0x7d)).toBe('{}');
    expect(readBytes(0xc3, 0xa9)).toBe('é');
    expect(codeOf(() => readBytes(0x22, 0xff, 0x22))).toBe('invalid_body');
    expect(codeOf(() => readBytes(0xed, 0xa0, 0x80))).toBe('invalid_body');
  });
});
