import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseCheckin } from '../../../../functions/checkin/request.ts';
import type { CheckinCommand } from '../../../../shared/use-cases/checkin/checkin-request.ts';
import type { ApiRequest } from '../../../../shared/http/api-request.ts';

const parseWithDryRun = (body: unknown, headers: Record<string, string> = {}) =>
  parseCheckin({ body, headers } as ApiRequest);

const parse = (body: unknown, headers: Record<string, string> = {}): CheckinCommand => {
  const { isDryRun: _, ...command } = parseWithDryRun(body, headers);
  return command;
};

const withKey = (key: string): CheckinCommand => parse({ id: 42 }, { 'Idempotency-Key': key });

const email = { kind: 'email', minLength: 3, maxLength: 254, pattern: expect.any(String) };
const integer = { kind: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER };
const uid = { kind: 'text', minLength: 1, maxLength: 128 };

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
  ])('%j becomes the command %j', (body, command) => {
    expect(parse(body)).toStrictEqual(command);
  });

  it('can name its reader, ask for details and be a dry run', () => {
    const body = { id: 1, reader: 'Main entrance', details: true, dryRun: true };
    const command = { identifiers: { id: 1 }, notify: false, reader: 'Main entrance', details: true };
    expect(parseWithDryRun(body)).toStrictEqual({ ...command, isDryRun: true });
    expect(parseWithDryRun({ id: 1, reader: null, details: null, dryRun: null })).toStrictEqual({
      identifiers: { id: 1 },
      notify: false,
      isDryRun: false,
    });
  });

  it.each([
    ['reader', ''],
    ['reader', 'x'.repeat(129)],
    ['reader', 'Main\nentrance'],
    ['reader', '\u0085'],
    ['reader', 7],
    ['details', 'true'],
    ['details', 1],
    ['dryRun', 'false'],
    ['dryRun', []],
  ])('cannot have the %s %j', (field, value) => {
    const fieldErrors = [expect.objectContaining({ field })];
    expect(() => parse({ id: 1, [field]: value })).toThrow(
      expect.objectContaining({ code: 'invalid_field', fieldErrors }),
    );
  });

  it('can name a reader in 128 characters, whatever their size in bytes', () => {
    expect(parse({ id: 1, reader: '🚪'.repeat(128) }).reader).toBe('🚪'.repeat(128));
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
