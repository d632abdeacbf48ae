import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseCheckin } from '../../../../functions/checkin/request.ts';
import type { CheckinCommand } from '../../../../shared/use-cases/checkin/perform-checkin.ts';
import type { ApiRequest } from '../../../../shared/http/api-request.ts';

const parse = (body: unknown, headers: Record<string, string> = {}): CheckinCommand =>
  parseCheckin({ body, headers } as ApiRequest);

const withKey = (key: string): CheckinCommand => parse({ id: 42 }, { 'Idempotency-Key': key });

const email = { kind: 'email', shortest: 3, longest: 254, pattern: expect.any(String) };
const integer = { kind: 'integer', least: 1, greatest: Number.MAX_SAFE_INTEGER };
const uid = { kind: 'text', shortest: 1, longest: 128 };

describe('The body of a check-in', () => {
  it.each([
    [{ id: 1 }, { identifiers: { id: 1 }, notify: false }],
    [{ id: Number.MAX_SAFE_INTEGER }, { identifiers: { id: Number.MAX_SAFE_INTEGER }, notify: false }],
    [{ uid: ' 0042' }, { identifiers: { uid: ' 0042' }, notify: false }],
    [{ email: 'Jose\u0301@ACME.example' }, { identifiers: { email: 'jos\u00e9@acme.example' }, notify: false }],
    [
      { id: 1, uid: 'E-1', email: 'a@b' },
      { identifiers: { id: 1, uid: 'E-1', email: 'a@b' }, notify: false },
    ],
    [
      { id: 1, notify: true },
      { identifiers: { id: 1 }, notify: true },
    ],
    [
      { id: 1, notify: false },
      { identifiers: { id: 1 }, notify: false },
    ],
    [
      { id: 1, date: '1970-01-01T00:00:00Z' },
      { identifiers: { id: 1 }, notify: false, at: 0 },
    ],
    [
      { id: 1, uid: null, email: null, date: null, notify: null },
      { identifiers: { id: 1 }, notify: false },
    ],
    [
      { id: null, uid: 'E-1', gate: 'North' },
      { identifiers: { uid: 'E-1' }, notify: false },
    ],
  ])('%j is the command %j', (body, command) => {
    expect(parse(body)).toStrictEqual(command);
  });

  it.each([undefined, null, [[]], '{}'])('may not be %j', (body) => {
    expect(() => parse(body)).toThrow(expect.objectContaining({ code: 'invalid_body' }));
  });

  it.each([{}, { id: null, uid: null, email: null }, { date: '1970-01-01T00:00:00Z', notify: true }])(
    '%j names nobody',
    (body) => {
      const fieldErrors = [{ field: 'id', fault: { kind: 'identifier-required' } }];
      expect(() => parse(body)).toThrow(
        expect.objectContaining({ code: 'invalid_field', message: 'no identifier', fieldErrors }),
      );
    },
  );

  it.each([
    ['id', 0, integer],
    ['id', Number.MAX_SAFE_INTEGER + 1, integer],
    ['id', 1.5, integer],
    ['id', '42', integer],
    ['uid', '', uid],
    ['uid', 'x'.repeat(129), uid],
    ['email', 'a@', email],
    ['date', '2026-11-21', { kind: 'date-time' }],
    ['date', 0, { kind: 'date-time' }],
    ['date', ['1970-01-01T00:00:00Z'], { kind: 'date-time' }],
    ['notify', 'true', { kind: 'boolean' }],
  ])('has %s to mend where it is %j', (field, value, fault) => {
    const fieldErrors = [{ field, fault }];
    expect(() => parse({ id: 1, [field]: value })).toThrow(
      expect.objectContaining({ code: 'invalid_field', message: field, fieldErrors }),
    );
  });
});

describe('An Idempotency-Key', () => {
  it('is kept as it is, whichever of 1 to 128 visible ASCII characters it has', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[!-~]{1,128}$/), (key) => {
        expect(withKey(key).idempotencyKey).toBe(key);
      }),
    );
  });

  it.each(['', ' ', 'a b', ' a', 'a ', 'a\n', '\u007f', 'é', 'x'.repeat(129)])('may not be %j', (key) => {
    expect(() => withKey(key)).toThrow(
      expect.objectContaining({ code: 'invalid_idempotency_key', message: 'malformed Idempotency-Key' }),
    );
  });
});
