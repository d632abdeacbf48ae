import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readCursor, signCursor, type ListIdentity } from '../../../../functions/admin/cursor.ts';

const key = randomBytes(32);
const list: ListIdentity = {
  companyId: 'acme',
  route: 'listUserBookings',
  params: { userId: '1' },
  query: { day: '2026-11-21', timeZone: 'UTC' },
};
const invalidCursor = expect.objectContaining({ code: 'invalid_cursor' });

describe('A cursor', () => {
  it('gives back its position if it is used for its own list', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (position) => {
        expect(readCursor(key, list, signCursor(key, list, position))).toEqual(JSON.parse(JSON.stringify(position)));
      }),
    );
  });

  it('does not depend on the page size or the order of the query', () => {
    const cursor = signCursor(key, list, 7);
    const query = { limit: 5, next: 'x', timeZone: 'UTC', day: '2026-11-21' };
    expect(readCursor(key, { ...list, query }, cursor)).toBe(7);
  });

  it.each([
    ['another company', { ...list, companyId: 'globex' }],
    ['another list', { ...list, route: 'listClients' as const }],
    ['another path', { ...list, params: { userId: '2' } }],
    ['another query', { ...list, query: { day: '2026-11-22', timeZone: 'UTC' } }],
    ['no query', { ...list, query: {} }],
  ])('is invalid for %s', (_, other) => {
    expect(() => readCursor(key, other, signCursor(key, list, 7))).toThrow(invalidCursor);
  });

  it('is invalid with another key', () => {
    expect(() => readCursor(randomBytes(32), list, signCursor(key, list, 7))).toThrow(invalidCursor);
  });

  it('is invalid after any change', () => {
    const cursor = signCursor(key, list, { id: 7 });
    for (let at = 0; at < cursor.length; at += 1) {
      const replacement = cursor[at] === 'A' ? 'B' : 'A';
      expect(() => readCursor(key, list, cursor.slice(0, at) + replacement + cursor.slice(at + 1))).toThrow(
        invalidCursor,
      );
    }
    for (const changed of [`${cursor}.`, cursor.slice(0, -1), `${cursor}A`, cursor.replace('.', '..')])
      expect(() => readCursor(key, list, changed)).toThrow(invalidCursor);
  });

  it.each(['', '.', 'x', 'AAAA', '{"id":7}', 'A'.repeat(4_096)])('is invalid: %j', (text) => {
    expect(() => readCursor(key, list, text)).toThrow(invalidCursor);
  });
});
