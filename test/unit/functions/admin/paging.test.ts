import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { keyText, readPage } from '../../../../functions/admin/paging.ts';
import type { RouteContext } from '../../../../functions/admin/route-context.ts';

type List = Pick<RouteContext, 'routeId' | 'companyId' | 'params'>;

const list: List = { companyId: 'acme', routeId: 'listUserBookings', params: { userId: '1' } };
const query = { day: '2026-11-21', timeZone: 'UTC', limit: 50 };
const invalidCursor = expect.objectContaining({ code: 'invalid_cursor' });

const write = (position: unknown): string => readPage(list, query, v.unknown()).toNext(position).next ?? '';
const read = (
  next: string,
  other: Partial<List> = {},
  ownQuery: object = query,
  schema: v.GenericSchema = v.unknown(),
) => readPage({ ...list, ...other }, { ...ownQuery, next }, schema).after;

describe('A cursor', () => {
  it('gives back its position if it is used for its own list', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (position) => {
        expect(read(write(position))).toEqual(JSON.parse(JSON.stringify(position)));
      }),
    );
  });

  it('does not depend on the page size or the order of the query', () => {
    expect(read(write(7), {}, { limit: 5, timeZone: 'UTC', day: '2026-11-21' })).toBe(7);
  });

  it.each([
    ['another company', { companyId: 'globex' }],
    ['another list', { routeId: 'listClients' as const }],
    ['another path', { params: { userId: '2' } }],
    ['another query', {}, { day: '2026-11-22', timeZone: 'UTC' }],
    ['no query', {}, {}],
  ])('is invalid for %s', (_, other, ownQuery = query) => {
    expect(() => read(write(7), other, ownQuery)).toThrow(invalidCursor);
  });

  it('is invalid if its position does not have the form of the list', () => {
    expect(() => read(write(7), {}, query, v.string())).toThrow(invalidCursor);
  });

  it('is invalid if its position has half a character, which DynamoDB rejects in a key', () => {
    expect(() => read(write('ana\ud800'), {}, query, keyText)).toThrow(invalidCursor);
  });

  it.each(['', '.', 'x', 'AAAA', '{"id":7}', 'A'.repeat(4_096), Buffer.from('['.repeat(3_000)).toString('base64url')])(
    'is invalid: %j',
    (text) => {
      expect(() => read(text)).toThrow(invalidCursor);
    },
  );
});
