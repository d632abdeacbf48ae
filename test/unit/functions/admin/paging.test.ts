import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readPage } from '../../../../functions/admin/paging.ts';
import type { RouteContext } from '../../../../functions/admin/route-context.ts';

const key = randomBytes(32);
const context = {
  companyId: 'acme',
  id: 'listUserBookings',
  params: { userId: '1' },
  cursorKey: async () => key,
} as unknown as RouteContext;
const query = { day: '2026-11-21', timeZone: 'UTC', limit: 50 };
const invalidCursor = expect.objectContaining({ code: 'invalid_cursor' });

const write = async (position: unknown): Promise<string> =>
  (await readPage(context, query)).toNext(position).next ?? '';
const read = async (next: string, list: object = {}, ownQuery: object = query): Promise<unknown> =>
  (await readPage({ ...context, ...list }, { ...ownQuery, next })).after;

describe('A cursor', () => {
  it('gives back its position if it is used for its own list', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (position) => {
        expect(await read(await write(position))).toEqual(JSON.parse(JSON.stringify(position)));
      }),
    );
  });

  it('does not depend on the page size or the order of the query', async () => {
    expect(await read(await write(7), {}, { limit: 5, timeZone: 'UTC', day: '2026-11-21' })).toBe(7);
  });

  it.each([
    ['another company', { companyId: 'globex' }],
    ['another list', { id: 'listClients' }],
    ['another path', { params: { userId: '2' } }],
    ['another key', { cursorKey: async () => randomBytes(32) }],
    ['another query', {}, { day: '2026-11-22', timeZone: 'UTC' }],
    ['no query', {}, {}],
  ])('is invalid for %s', async (_, list, ownQuery = query) => {
    await expect(read(await write(7), list, ownQuery)).rejects.toThrow(invalidCursor);
  });

  it('is invalid after any change', async () => {
    const cursor = await write({ id: 7 });
    const changed = Array.from(cursor, (letter, at) => {
      const replacement = letter === 'A' ? 'B' : 'A';
      return cursor.slice(0, at) + replacement + cursor.slice(at + 1);
    });
    for (const text of [...changed, `${cursor}.`, cursor.slice(0, -1), `${cursor}A`, cursor.replace('.', '..')])
      await expect(read(text)).rejects.toThrow(invalidCursor);
  });

  it.each(['', '.', 'x', 'AAAA', '{"id":7}', 'A'.repeat(4_096)])('is invalid: %j', async (text) => {
    await expect(read(text)).rejects.toThrow(invalidCursor);
  });
});
