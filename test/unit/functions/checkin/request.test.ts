import { describe, expect, it } from '@jest/globals';
import { parseCheckin } from '../../../../functions/checkin/request.ts';
import type { ApiRequest } from '../../../../shared/http/api-request.ts';
import { fields } from '../../../../shared/rules/fields.ts';

const NOW = Date.parse('2026-11-21T08:00:00Z');

const parse = (body: unknown, headers: Record<string, string> = {}) =>
  parseCheckin({ body, headers } as ApiRequest, { receivedAt: NOW, maxFutureMinutes: 60 });

/** What a request with these faults, by field, is rejected with. */
const rejection = (faults: object) => {
  const fieldErrors = Object.entries(faults).map(([field, fault]) => ({ field, fault }));
  return expect.objectContaining({ code: 'invalid_field', fieldErrors });
};

const withKey = (key: string) => parse({ id: 42 }, { 'Idempotency-Key': key });

describe('The body of a check-in', () => {
  it.each([
    [{ uid: ' 0042\r\n' }, { identifiers: { uid: '0042' }, notify: false, at: NOW, isDated: false }],
    [
      { id: 1, uid: 'E-1', email: 'Jose\u0301@ACME.example', notify: true, date: '1970-01-01T00:00:00Z', gate: 'A' },
      { identifiers: { id: 1, uid: 'E-1', email: 'jos\u00e9@acme.example' }, notify: true, at: 0, isDated: true },
    ],
    [
      { id: 1, uid: null, email: null, date: null, notify: null, reader: null, details: null, dryRun: null },
      { identifiers: { id: 1 }, notify: false, at: NOW, isDated: false },
    ],
  ])('%j becomes the command %j', (body, command) => {
    expect(parse(body)).toStrictEqual({ ...command, isDryRun: false });
  });

  it('can name its reader, ask for details and be a dry run', () => {
    const body = { id: 1, reader: 'North', details: true, dryRun: true };
    const command = { identifiers: { id: 1 }, notify: false, reader: 'North', details: true, at: NOW, isDated: false };
    expect(parse(body)).toStrictEqual({ ...command, isDryRun: true });
  });

  it.each([{}, { dryRun: true }])('cannot be for a moment that is too far ahead of the service’s clock: %j', (more) => {
    const tooFar = { kind: 'too-far-ahead', minutes: 24 * 60, max: 60 };
    const body = { id: 1, date: '2026-11-22T08:00:00Z', ...more };
    expect(() => parse(body)).toThrow(rejection({ date: tooFar }));
    expect(parse({ ...body, date: '2026-11-21T09:00:00Z' })).toMatchObject({ at: NOW + 3_600_000 });
    const clock = { receivedAt: NOW, maxFutureMinutes: 0 };
    expect(parseCheckin({ body, headers: {} } as ApiRequest, clock)).toMatchObject({ at: NOW + 86_400_000 });
  });

  it('cannot ask for a dry run with an Idempotency-Key', () => {
    const dryRun = { kind: 'without-idempotency-key' };
    const headers = { 'Idempotency-Key': 'swipe-1' };
    expect(() => parse({ id: 1, dryRun: true }, headers)).toThrow(rejection({ dryRun }));
  });

  it('must be an object', () => {
    expect(() => parse(null)).toThrow(expect.objectContaining({ code: 'invalid_body' }));
  });

  it('must have an identifier', () => {
    const none = { id: null, uid: null, notify: true };
    expect(() => parse(none)).toThrow(rejection({ id: { kind: 'identifier-required' } }));
  });

  it('is rejected with every invalid field and its rule', () => {
    const body = { id: '42', uid: '', email: 'a@', date: 'today', notify: 'true', reader: '', details: 1, dryRun: 0 };
    const { userId: id, uid, email, dateTime: date, flag, reader } = fields;
    const faults = { id, uid, email, date, notify: flag, reader, details: flag, dryRun: flag };
    expect(() => parse(body)).toThrow(rejection(faults));
  });
});

describe('An Idempotency-Key', () => {
  it('is accepted unchanged', () => {
    expect(withKey('!~').idempotencyKey).toBe('!~');
  });

  it.each(['', 'a b', '\u007f', 'x'.repeat(129)])('cannot be %j', (key) => {
    expect(() => withKey(key)).toThrow(
      expect.objectContaining({ code: 'invalid_idempotency_key', message: 'malformed Idempotency-Key' }),
    );
  });
});
