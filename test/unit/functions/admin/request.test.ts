import { describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import { readFields, readIfMatch, readJson, readQuery, toEtag } from '../../../../functions/admin/request.ts';
import type { ApiRequest } from '../../../../shared/http/api-request.ts';
import { field, optionalField } from '../../../../shared/http/field.ts';

const aRequest = (request: Partial<ApiRequest>): ApiRequest => ({ headers: {}, ...request }) as ApiRequest;
const failure = (code: string, fields?: readonly string[]) =>
  expect.objectContaining({
    code,
    ...(fields && { fieldErrors: fields.map((name) => expect.objectContaining({ field: name })) }),
  });

describe('The body of a request to the console’s API', () => {
  const name = { kind: 'text', minLength: 1, maxLength: 9 } as const;
  const schema = v.object({ name: field(name), note: optionalField(name) });
  const read = (body: string | undefined, contentType = 'application/json') =>
    readJson(aRequest({ headers: { 'content-type': contentType }, ...(body !== undefined && { body }) }), schema);

  it('is read with the fields that the schema names, and null means absent', () => {
    expect(read('{"name":"Gate","note":"new"}')).toStrictEqual({ name: 'Gate', note: 'new' });
    expect(read('{"name":"Gate","note":null,"other":1}')).toStrictEqual({ name: 'Gate' });
  });

  it('can be absent if no field is required', () => {
    const optional = v.object({ note: optionalField(name) });
    expect(readJson(aRequest({}), optional)).toStrictEqual({});
    expect(readJson(aRequest({ body: '' }), optional)).toStrictEqual({});
    expect(() => read(undefined)).toThrow(failure('invalid_field', ['name']));
  });

  it.each([
    ['{', 'invalid_body'],
    ['[]', 'invalid_body'],
    ['null', 'invalid_body'],
    ['"text"', 'invalid_body'],
    ['{"name":1}', 'invalid_field'],
    [`{"name":"Gate","other":"${'x'.repeat(16 * 1024)}"}`, 'body_too_large'],
  ])('cannot be %s', (body, code) => {
    expect(() => read(body)).toThrow(failure(code));
  });

  it('must be JSON, without a number that only rounding makes whole', () => {
    expect(() => read('{"name":"Gate"}', 'text/plain')).toThrow(failure('unsupported_media_type'));
    expect(() => read('{')).toThrow('not JSON');
    expect(() => read('{"name":1,"note":2}')).toThrow('name, note');
    const counted = v.object({ count: field({ kind: 'integer', min: 0, max: 100 }) });
    const readCount = (count: string) =>
      readJson(aRequest({ headers: { 'content-type': 'application/json' }, body: `{"count":${count}}` }), counted);
    expect(readCount('4.2e1')).toEqual({ count: 42 });
    expect(() => readCount('41.5')).toThrow(failure('invalid_field', ['count']));
  });
});

describe('The query of a request to the console’s API', () => {
  const schema = v.object({
    limit: optionalField({ kind: 'integer', min: -9, max: Number.MAX_SAFE_INTEGER }),
    dryRun: optionalField({ kind: 'boolean' }),
    day: optionalField({ kind: 'day' }),
    user: optionalField({ kind: 'text', minLength: 1, maxLength: 9 }),
  });
  const read = (rawQueryString: string) => readQuery({ rawQueryString }, schema);

  it.each([
    ['', {}],
    ['limit=5', { limit: 5 }],
    ['limit=9007199254740991', { limit: Number.MAX_SAFE_INTEGER }],
    ['dryRun=true', { dryRun: true }],
    ['dryRun=false', { dryRun: false }],
    ['day=2026-11-21&other=1&other=2', { day: '2026-11-21' }],
    ['user=true', { user: 'true' }],
    ['user=42', { user: '42' }],
  ])('%j has the parameters %j', (query, parameters) => {
    expect(read(query)).toStrictEqual(parameters);
  });

  it.each([
    'limit=',
    'limit=1.0',
    'limit=x1',
    'limit=00000000000000001',
    'limit=1&limit=1',
    'dryRun=',
    'dryRun=1',
    'dryRun=toString',
  ])('%j is not valid', (query) => {
    expect(() => read(query)).toThrow(failure('invalid_field', [query.replace(/=.*/, '')]));
  });
});

it('The fields of a request come from its query if the route has one, and otherwise from its body, unless it is a file', () => {
  const schema = v.object({ note: optionalField({ kind: 'text', minLength: 1, maxLength: 9 }) });
  const headers = { 'content-type': 'application/json' };
  const request = aRequest({ headers, rawQueryString: 'note=query', body: '{"note":"body"}' });
  expect(readFields(request, { query: schema })).toEqual({ note: 'query' });
  expect(readFields(request, { body: schema })).toEqual({ note: 'body' });
  for (const none of [{ body: 'file' as const }, {}]) expect(readFields(request, none)).toEqual({});
});

describe('The If-Match of a request', () => {
  const read = (value: string) => readIfMatch(aRequest({ headers: { 'If-Match': value } }));

  it('is the ETag of a revision, strong or weak', () => {
    expect(read(toEtag(42))).toBe('42');
    expect(read(' W/"42" ')).toBe('42');
    expect(read(' * ')).toBeUndefined();
    expect(() => readIfMatch(aRequest({}))).toThrow(failure('precondition_required'));
  });

  it.each(['', '42', '"1", "2"', `"${'x'.repeat(65)}"`])('does not match if it is %j', (value) => {
    expect(() => read(value)).toThrow(failure('precondition_failed'));
  });
});
