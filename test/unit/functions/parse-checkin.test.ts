import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseCheckin } from '../../../functions/checkin/request.ts';
import type { ServiceError } from '../../../shared/domain/service-error.ts';
import type { ApiRequest } from '../../../shared/http/api-request.ts';

const parse = (body: unknown, headers: Record<string, string> = {}) => parseCheckin({ headers, body } as ApiRequest);

const refusalOf = (body: unknown, headers: Record<string, string> = {}): ServiceError => {
  try {
    parse(body, headers);
  } catch (error) {
    return error as ServiceError;
  }
  throw new Error('it was taken');
};

const faultsOf = (body: unknown) => refusalOf(body).fieldErrors.map(({ field, fault }) => [field, fault.kind]);

describe('A check-in request', () => {
  it('is read with everything that it may have', () => {
    const date = '2026-11-21T08:00:00.123456+01:00';
    const body = { id: 7, uid: ' 007 ', email: 'ADA@Acme.example', date, notify: true, more: [] };
    expect(parse(body, { 'Idempotency-Key': 'gate-1' })).toEqual({
      identifiers: { id: 7, uid: ' 007 ', email: 'ada@acme.example' },
      at: Date.UTC(2026, 10, 21, 7, 0, 0, 123),
      notify: true,
      idempotencyKey: 'gate-1',
    });
  });

  it.each([
    [{ id: 1 }, { id: 1 }],
    [{ uid: 'E-1', id: null, email: null, date: null, notify: null }, { uid: 'E-1' }],
    [{ email: 'a@b', notify: false }, { email: 'a@b' }],
  ])('needs no more than %j', (body, identifiers) => {
    expect(parse(body)).toEqual({ identifiers, notify: false });
  });

  it.each([[{}], [{ id: null, uid: null, email: null }], [{ notify: true }]])('names nobody in %j', (body) => {
    const { code, fieldErrors } = refusalOf(body);
    expect([code, fieldErrors]).toEqual(['invalid_field', [{ field: 'id', fault: { kind: 'identifier-required' } }]]);
  });

  it.each([
    ['id', 'integer', [0, -1, 1.5, 2 ** 53, '1', true, [1], {}, Number.NaN]],
    ['uid', 'text', ['', 'x'.repeat(129), '\ud800', 1, true, ['a'], {}]],
    ['email', 'email', ['', 'a@', '@b', 'ab', `${'x'.repeat(253)}@b`, 'a\n@b', 'a@b\u007f', '\ud800@b', 1, [], {}]],
    ['date', 'date-time', ['', 'now', '2026-11-21', '2026-11-21T08:00:00', '2026-02-30T08:00:00Z', 1, true, {}]],
    ['notify', 'boolean', ['true', 1, 0, '', [], {}]],
  ])('has its field %s to mend', (field, kind, values) => {
    for (const value of values) expect(faultsOf({ id: 1, [field]: value })).toEqual([[field, kind]]);
  });

  it.each([
    [{ id: 1 }],
    [{ id: Number.MAX_SAFE_INTEGER }],
    [{ uid: 'x' }],
    [{ uid: '💥'.repeat(128) }],
    [{ email: `${'x'.repeat(252)}@b` }],
  ])('may go to the limits: %j', (body) => {
    expect(parse(body).identifiers).toEqual(body);
  });

  it('has all its fields to mend named at once', () => {
    expect(faultsOf({ id: '1', uid: 1, email: 1, date: 1, notify: 1 }).map(([field]) => field)).toEqual([
      'id',
      'uid',
      'email',
      'date',
      'notify',
    ]);
    expect(refusalOf({ id: '1', notify: 1 }).message).toBe('id, notify');
  });

  it.each([undefined, null, [], [{ id: 1 }], 'x', 1, true])('is an object, and not %j', (body) => {
    expect(refusalOf(body).code).toBe('invalid_body');
  });

  const readKey = (key: string): unknown => {
    try {
      return parse({ id: 1 }, { 'idempotency-key': key }).idempotencyKey;
    } catch (error) {
      return (error as ServiceError).code;
    }
  };

  it('takes every key of 1 to 128 visible ASCII characters, and no other', () => {
    const check = (key: string): void => {
      const isGood =
        key.length > 0 && key.length <= 128 && Buffer.from(key).every((byte) => byte > 0x20 && byte < 0x7f);
      expect(readKey(key)).toBe(isGood ? key : 'invalid_idempotency_key');
    };
    for (const key of ['', ' ', '!', '~', '\u007f', 'a b', 'é', 'x'.repeat(128), 'x'.repeat(129), 'a\n']) check(key);
    fc.assert(fc.property(fc.string({ maxLength: 140 }), check));
  });
});
