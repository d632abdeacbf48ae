import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { makeUserStore } from '../../shared/adapters/dynamodb/user-store.ts';
import { makeUserSearchIndex } from '../../shared/adapters/dynamodb/user-search-index.ts';
import { foldText, rotationsOf, wordsOf } from '../../shared/domain/search-text.ts';
import type { User, UserProfile } from '../../shared/domain/user.ts';
import { badgesOf, toBadges } from '../../shared/domain/identifiers.ts';
import { searchByText, type SearchPosition } from '../../shared/use-cases/users/search-by-text.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { openDatabaseInMemory } from '../support/open-database.ts';
import { readPages } from '../support/read-pages.ts';

const db = await openDatabaseInMemory();
let calls = 0;

afterAll(() => db.close());

const open = () => {
  const send = (command: never): Promise<unknown> => {
    calls += 1;
    return db.database.send(command);
  };
  const database = { send };
  return {
    users: makeUserStore(database, db.tableNames.users),
    searchIndex: makeUserSearchIndex(database, db.tableNames.users),
  };
};

/** Returns the results on all pages of a search. */
const searchAll = async (companyId: string, query: string, limit = 50): Promise<User[]> => {
  const pages = await readPages((next?: SearchPosition) => searchByText(open(), { companyId, query, limit, next }));
  for (const { items } of pages) expect(items.length).toBeLessThanOrEqual(limit);
  return pages.flatMap(({ items }) => items);
};

const idsOf = (users: readonly User[]): number[] => users.map(({ id }) => id);

const makeCompany = async (...people: readonly Omit<UserProfile, 'companyId'>[]) => {
  const companyId = freshCompanyId();
  const { users } = open();
  for (const person of people) await users.save({ ...person, companyId });
  const find = async (query: string) => idsOf(await searchAll(companyId, query));
  return { companyId, users, find };
};

const jose = { id: 19, name: 'José Ñandú', ...toBadges(['BADGE-0019', 'Spare 7']), email: 'jn@demo.example' };

describe('A search for people', () => {
  it('finds a badge with leading zeros, and not the person with that number', async () => {
    const { find } = await makeCompany({ id: 42, name: 'Kim Ono' }, { id: 7, name: 'Ana Lima', ...toBadges(['0042']) });
    expect(await find('0042')).toEqual([7]);
    expect(await find('42')).toEqual([42]);
  });

  it('ends, and finds everybody once, if more than 1,000 people have a word in common', async () => {
    const people = Array.from({ length: 1_100 }, (_, index) => ({
      id: index + 1,
      name: `Maria ${index % 500 === 0 ? 'Souza' : 'Lima'}`,
    }));
    const { companyId } = await makeCompany(...people);
    const found = idsOf(await searchAll(companyId, 'maria souza', 1));
    expect(found.toSorted((one, other) => one - other)).toEqual([1, 501, 1_001]);
  });

  it.each(['jose n', ' 19 ', 'JOSÉ ÑANDÚ', 'nandu', '  jose   nandu ', 'nandu, jose', 'BADGE-00', 'spare 7', 'JN@'])(
    'finds José Ñandú by %j',
    async (query) => {
      const { find } = await makeCompany(jose, { id: 20, name: 'Kim Ono', email: 'kim@demo.example' });
      expect(await find(query)).toEqual([19]);
    },
  );

  it.each(['ose', '1.9e1', 'jose x', 'demo.example', '190', 'badge 0019'])(
    'does not find José Ñandú by %j',
    async (query) => {
      const { find } = await makeCompany(jose);
      expect(await find(query)).toEqual([]);
    },
  );

  it('by a number lists the user with that id first, and then users whose badges begin with the number', async () => {
    const { companyId } = await makeCompany({ id: 19, uid: '19-b' }, { id: 5, uid: '19-a' }, { id: 6, uid: '19x' });
    expect(idsOf(await searchAll(companyId, '19', 1))).toEqual([19, 5, 6]);
    expect(idsOf(await searchAll(companyId, '19x', 1))).toEqual([6]);
  });

  it('lists the user with this id, then names that begin with the words, then names with the words in any order', async () => {
    const { find } = await makeCompany(
      { id: 1, name: 'Noa María José' },
      { id: 2, name: 'José Pérez Núñez' },
      { id: 3, name: 'José Núñez' },
      { id: 4, name: 'Josefina Ono' },
      { id: 7, name: 'Seven', uid: '70' },
    );
    expect(await find('jose n')).toEqual([1, 3, 2]);
    expect(await find('7')).toEqual([7]);
    expect(await find('jose')).toEqual([1, 3, 2, 4]);
  });

  it('with an empty query lists everybody, sorted by name; people without a name come last', async () => {
    const { find, users, companyId } = await makeCompany(
      { id: 1, uid: 'A' },
      { id: 2, name: 'zoe' },
      { id: 3, name: 'Ángel' },
      { id: 4, name: 'ana' },
    );
    expect(await find('')).toEqual([4, 3, 2, 1]);
    await users.save({ companyId, id: 1, uid: 'A', name: 'Bo' });
    await users.change({ companyId, userId: 4 }, () => undefined);
    expect(await find(' ')).toEqual([3, 1, 2]);
    expect(await find('ana')).toEqual([]);
  });

  it('finds people only by their current name, and only in their own company', async () => {
    const { companyId, users, find } = await makeCompany(jose);
    const other = await makeCompany({ id: 5, name: 'José Ñandú' });
    await users.save({ companyId, id: 19, name: 'Pepe' });
    for (const query of ['nandu', 'badge', 'jn@']) expect(await find(query)).toEqual([]);
    expect(await find('pep')).toEqual([19]);
    expect(await other.find('jose')).toEqual([5]);
  });

  it('lists a person only once, even if badges and name fold to the same text', async () => {
    const { find } = await makeCompany({ id: 1, name: 'Ana ANA', ...toBadges(['ana', 'Ana', 'ana ana']) });
    expect(await find('ana')).toEqual([1]);
  });

  const word = fc.constantFrom('Ana', 'ana', 'An', 'Bé', 'b', 'Ño-Ño', '王菲');
  const person = fc.record({
    name: fc.option(fc.array(word, { minLength: 1, maxLength: 3 }), { nil: undefined }),
    badges: fc.subarray(['ana', 'b1', 'An-7']),
    email: fc.option(fc.constantFrom('ana@x.example', 'b@x.example'), { nil: undefined }),
  });

  /** Applies the search rule without an index. */
  const matches = (user: User, query: string): boolean => {
    const words = wordsOf(query);
    const beginsWithQuery = (text: string) => foldText(text).startsWith(foldText(query.trim()));
    const identifiers = [...badgesOf(user), ...(user.email === undefined ? [] : [user.email])];
    const matchesWithoutPunctuation = identifiers.some((identifier) =>
      foldText(identifier).startsWith(words.join(' ')),
    );
    const matchesName = query.includes(' ')
      ? words.every((start) => wordsOf(user.name ?? '').some((nameWord) => nameWord.startsWith(start)))
      : rotationsOf(user.name ?? '').some((text) => text.startsWith(words.join(' ')));
    return (
      String(user.id) === query.trim() || identifiers.some(beginsWithQuery) || matchesWithoutPunctuation || matchesName
    );
  };

  it('finds exactly the people who match the rule, each once, on pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, { maxLength: 8 }),
        fc.oneof(word, fc.constantFrom('2', 'an', 'ana b', 'b an', 'no', 'an-', '王')),
        fc.integer({ min: 1, max: 4 }),
        async (people, query, limit) => {
          const companyId = freshCompanyId();
          const { users } = open();
          for (const [index, { name, badges, email }] of people.entries()) {
            const id = index + 1;
            const uniqueBadges = toBadges(badges.map((badge) => `${badge}${id}`));
            await users.save({
              companyId,
              id,
              ...uniqueBadges,
              ...(name && { name: name.join(' ') }),
              ...(email !== undefined && { email: `${email}${id}` }),
            });
          }
          const all = await users.findAll(people.map((_, index) => ({ companyId, userId: index + 1 })));
          const expected = idsOf(all.filter((user) => matches(user, query)));
          const found = idsOf(await searchAll(companyId, query, limit));
          expect(found.toSorted((one, other) => one - other)).toEqual(expected.toSorted((one, other) => one - other));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('makes no more calls in a large company than in a small one', async () => {
    const countCalls = async (count: number) => {
      const company = await makeCompany(
        ...Array.from({ length: count }, (_, index) => ({
          id: 100 + index,
          name: `Jose${index} Other`,
          uid: `E-${index}`,
        })),
        jose,
      );
      const measured: number[] = [];
      for (const query of ['nandu', 'badge-0019', 'jose n', '19', '']) {
        calls = 0;
        await searchByText(open(), { companyId: company.companyId, query, limit: 10 });
        measured.push(calls);
      }
      return measured;
    };
    const small = await countCalls(20);
    expect(await countCalls(600)).toEqual(small);
    expect(small).toEqual([2, 3, 4, 2, 2]);
  });

  it('makes a bounded number of calls for each page, however small the page and however frequent the name', async () => {
    const people = Array.from({ length: 873 }, (_, index) => ({ id: index + 1, name: `Maria Souza ${index}` }));
    const { companyId } = await makeCompany(...people);
    const MAX_CALLS = 15;
    const searchPages = async (query: string, limit: number, start?: SearchPosition) => {
      const pages = await readPages(async (next?: SearchPosition) => {
        calls = 0;
        const page = await searchByText(open(), { companyId, query, limit, next });
        expect(calls).toBeLessThanOrEqual(MAX_CALLS);
        return page;
      }, start);
      return pages.flatMap(({ items }) => items).length;
    };
    expect(await searchPages('souza maria', 100)).toBe(873);
    // This range lists everybody once more, after earlier ranges have shown them, so it has no hit.
    expect(await searchPages('maria souza', 1, { range: 1 })).toBe(0);
    expect(await searchPages('souza 872', 1)).toBe(1);
  });
});
