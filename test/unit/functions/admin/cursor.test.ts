import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openCursor, sealCursor, type ListIdentity } from '../../../../functions/admin/cursor.ts';

const key = randomBytes(32);
const list: ListIdentity = {
  companyId: 'acme',
  route: 'listUserBookings',
  params: { userId: '1' },
  query: { day: '2026-11-21', timeZone: 'UTC' },
};
const refused = expect.objectContaining({ code: 'invalid_cursor' });

describe('A cursor', () => {
  it('returns any position, for its own list', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (position) => {
        expect(openCursor(key, list, sealCursor(key, list, position))).toEqual(JSON.parse(JSON.stringify(position)));
      }),
    );
  });

  it('does not reveal the position, and differs each time', () => {
    const cursors = [1, 2].map(() => sealCursor(key, list, { email: 'ada@example.com' }));
    expect(cursors[0]).not.toBe(cursors[1]);
    expect(Buffer.from(cursors[0] ?? '', 'base64url').toString('latin1')).not.toContain('ada');
  });

  it('does not depend on the page size or the order of the query', () => {
    const cursor = sealCursor(key, list, 7);
    const query = { limit: 5, next: 'x', timeZone: 'UTC', day: '2026-11-21' };
    expect(openCursor(key, { ...list, query }, cursor)).toBe(7);
  });

  it.each([
    ['another company', { ...list, companyId: 'globex' }],
    ['another list', { ...list, route: 'listClients' as const }],
    ['another path', { ...list, params: { userId: '2' } }],
    ['another query', { ...list, query: { day: '2026-11-22', timeZone: 'UTC' } }],
    ['no query', { ...list, query: {} }],
  ])('is invalid for %s', (_, other) => {
    expect(() => openCursor(key, other, sealCursor(key, list, 7))).toThrow(refused);
  });

  it('is invalid with another key', () => {
    expect(() => openCursor(randomBytes(32), list, sealCursor(key, list, 7))).toThrow(refused);
  });

  it('cannot be changed, at any place', () => {
    const bytes = Buffer.from(sealCursor(key, list, { id: 7 }), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => openCursor(key, list, changed.toString('base64url'))).toThrow(refused);
    }
  });

  it.each(['', 'x', 'AAAA', '{"id":7}', 'A'.repeat(4_096)])('cannot be %j', (text) => {
    expect(() => openCursor(key, list, text)).toThrow(refused);
  });
});
