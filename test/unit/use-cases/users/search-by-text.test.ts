import { describe, expect, it } from '@jest/globals';
import type { UserSearchIndex } from '../../../../shared/domain/search-text.ts';
import type { User } from '../../../../shared/domain/user.ts';
import { findPlace, makeMatch, rangesOf, searchByText } from '../../../../shared/use-cases/users/search-by-text.ts';

/** Searches an index whose users have all been removed meanwhile. */
const search = async (query: string, part: Awaited<ReturnType<UserSearchIndex['read']>>) => {
  const limits: number[] = [];
  const read: UserSearchIndex['read'] = async (_company, _list, { limit }) => {
    limits.push(limit);
    return part;
  };
  const lookedUp: number[][] = [];
  const findAll = async (refs: readonly { readonly userId: number }[]) => {
    lookedUp.push(refs.map(({ userId }) => userId));
    return [];
  };
  const stores = { users: { findAll }, searchIndex: { read } };
  const page = await searchByText(stores, { companyId: 'acme', query, limit: 7 });
  return { page, limits, lookedUp };
};

describe('A page of a search', () => {
  it('takes at most four reads of the index, after which the search can be continued', async () => {
    const last = { text: 'jo', key: 'k' };
    const { page, limits } = await search('jo', { entries: [{ userId: 19, ...last }], isLast: false });
    expect([limits.length, page]).toEqual([4, { items: [], next: { range: 0, after: last } }]);
  });

  it('reads as many entries as the page has, but 1,000 at once if the words can be in any order', async () => {
    expect(await search('jo nandu', { entries: [], isLast: true })).toEqual({
      page: { items: [], next: undefined },
      limits: [7, 1_000],
      lookedUp: [],
    });
  });

  it('reads 50 users at once, although the page is smaller, and at most ten times', async () => {
    const entries = Array.from({ length: 501 }, (_, userId) => ({ userId, text: 'jo', key: `${userId}` }));
    const { lookedUp, page } = await search('jo', { entries, isLast: true });
    expect(lookedUp.map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 50));
    expect(page).toEqual({ items: [], next: { range: 0, after: { text: 'jo', key: '499' } } });
  });

  it('omits a user who has been removed since the index was read', async () => {
    const entries = [{ userId: 19, text: 'jo', key: 'k' }];
    const { page, lookedUp } = await search('jo', { entries, isLast: true });
    expect([page.items, lookedUp]).toEqual([[], [[19]]]);
  });
});

describe('A position', () => {
  const texts = {
    users: { findAll: async () => [] },
    searchIndex: { read: async () => ({ entries: [], isLast: true }) },
  };

  it.each([{ range: -1 }, { range: 1 }, { range: 0.5 }, { range: 0, after: { text: 'ada', key: 'k' } }])(
    'of another search is rejected: %j',
    async (next) => {
      const page = searchByText(texts, { companyId: 'acme', query: 'jo', limit: 7, next });
      await expect(page).rejects.toMatchObject({ code: 'invalid_cursor' });
    },
  );
});

const text = (prefix: string, ...words: string[]) => ({ list: 'texts', prefix, words });
const jose: User = { companyId: 'acme', id: 19, name: 'José Ñandú', uid: 'E-7', email: 'jn@demo.example', devices: [] };

it.each([
  ['  ', [{ list: 'names', prefix: '', words: [] }]],
  [' Ñandú ', [text('nandu')]],
  ['E-7', [text('e-7'), text('e 7')]],
  ['?!', [text('?!')]],
  ['- x', [text('- x'), text('x')]],
  ['jo ñandú', [text('jo nandu'), text('nandu', 'jo', 'nandu')]],
  [`a ${'x'.repeat(300)}`, [text(`a ${'x'.repeat(198)}`), text('x'.repeat(200), 'a', 'x'.repeat(300))]],
])('The ranges that a search reads for %j are %j', (query, ranges) => {
  expect(rangesOf(query)).toEqual(ranges);
});

describe('A search for', () => {
  it.each([
    ['', { range: 0, text: expect.stringContaining('jose nandu') }],
    ['e', { range: 0, text: 'e-7' }],
    ['j', { range: 0, text: 'jn@demo.example' }],
    ['jos', { range: 0, text: 'jose nandu' }],
    ['na jo', { range: 1, text: 'nandu jose' }],
  ])('%j finds José Ñandú at the place %j', (query, place) => {
    expect(findPlace(jose, rangesOf(query))).toEqual(place);
  });

  it('several texts of a user shows the user at the first text', () => {
    expect(findPlace({ ...jose, name: 'Bo Ba' }, rangesOf('b'))).toEqual({ range: 0, text: 'ba bo' });
  });

  it.each([
    [' 19 ', true],
    ['nan', true],
  ])('%j finds José Ñandú: %s', (query, isFound) => {
    expect(makeMatch(query)(jose)).toBe(isFound);
    expect(makeMatch('jos')({ companyId: 'acme', id: 1, devices: [] })).toBe(false);
  });
});
