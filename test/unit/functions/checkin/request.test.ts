import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseCheckin } from '../../../../functions/checkin/request.ts';
import type { ApiRequest } from '../../../../shared/http/api-request.ts';
import { fields } from '../../../../shared/rules/fields.ts';

const parse = (body: unknown, headers: Record<string, string> = {}) => parseCheckin({ body, headers } as ApiRequest);

const withKey = (key: string) => parse({ id: 42 }, { 'Idempotency-Key': key });

describe('The body of a check-in', () => {
  it.each([
    [{ uid: ' 0042' }, { identifiers: { uid: ' 0042' }, notify: false }],
    [{ email: 'Jose\u0301@ACME.example' }, { identifiers: { email: 'jos\u00e9@acme.example' }, notify: false }],
    [
      { id: 1, uid: 'E-1', email: 'a@b', notify: true, date: '1970-01-01T00:00:00Z' },
      { identifiers: { id: 1, uid: 'E-1', email: 'a@b' }, notify: true, at: 0 },
    ],
    [
      { id: 1, uid: null, email: null, date: null, notify: null, reader: null, details: null, dryRun: null },
      { identifiers: { id: 1 }, notify: false },
    ],
    [
      { id: null, uid: 'E-1', gate: 'North' },
      { identifiers: { uid: 'E-1' }, notify: false },
    ],
  ])('%j becomes the command %j', (body, command) => {
    expect(parse(body)).toStrictEqual({ ...command, isDryRun: false });
  });

  it('can name its reader, ask for details and be a dry run', () => {
    const body = { id: 1, reader: 'Main entrance', details: true, dryRun: true };
    const command = { identifiers: { id: 1 }, notify: false, reader: 'Main entrance', details: true };
    expect(parse(body)).toStrictEqual({ ...command, isDryRun: true });
  });

  it('cannot ask for a dry run with an Idempotency-Key', () => {
    const fieldErrors = [{ field: 'dryRun', fault: { kind: 'without-idempotency-key' } }];
    expect(() => parse({ id: 1, dryRun: true }, { 'Idempotency-Key': 'swipe-1' })).toThrow(
      expect.objectContaining({ code: 'invalid_field', fieldErrors }),
    );
  });

  it.each([undefined, null, [[]], '{}'])('cannot be %j', (body) => {
    expect(() => parse(body)).toThrow(expect.objectContaining({ code: 'invalid_body' }));
  });

  it.each([{}, { id: null, uid: null, email: null }, { date: '1970-01-01T00:00:00Z', notify: true }])(
    '%j is rejected, because it has no identifier',
    (body) => {
      const fieldErrors = [{ field: 'id', fault: { kind: 'identifier-required' } }];
      expect(() => parse(body)).toThrow(
        expect.objectContaining({ code: 'invalid_field', message: 'no identifier', fieldErrors }),
      );
    },
  );

  it.each([
    ['id', '42', fields.userId],
    ['uid', '', fields.uid],
    ['email', 'a@', fields.email],
    ['date', '2026-11-21', fields.dateTime],
    ['notify', 'true', fields.flag],
    ['reader', '', fields.reader],
    ['details', 1, fields.flag],
    ['dryRun', 'false', fields.flag],
  ])('cannot have the %s %j, and the error contains the rule of the field', (field, value, fault) => {
    const fieldErrors = [{ field, fault }];
    expect(() => parse({ id: 1, [field]: value })).toThrow(
      expect.objectContaining({ code: 'invalid_field', message: field, fieldErrors }),
    );
  });
});

describe('An Idempotency-Key', () => {
  it('of 1 to 128 visible ASCII characters is accepted unchanged', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[!-~]{1,128}$/), (key) => {
        expect(withKey(key).idempotencyKey).toBe(key);
      }),
    );
  });

  it.each(['', ' ', 'a b', ' a', 'a ', 'a\n', '\u007f', 'é', 'x'.repeat(129)])('cannot be %j', (key) => {
    expect(() => withKey(key)).toThrow(
      expect.objectContaining({ code: 'invalid_idempotency_key', message: 'malformed Idempotency-Key' }),
    );
  });
});
