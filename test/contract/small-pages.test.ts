import { afterAll, describe, expect, it } from '@jest/globals';
import type { Database } from '../../shared/adapters/dynamodb/database.ts';
import { makeUserSearchIndex } from '../../shared/adapters/dynamodb/user-search-index.ts';
import { createApiClient, type ClientPosition } from '../../shared/domain/api-client.ts';
import { aCheckinEntry } from '../support/log-entries.ts';
import { openDatabaseInMemory } from '../support/open-database.ts';
import { readToEnd } from '../support/read-pages.ts';
import { openTestStores } from '../support/test-stores.ts';
import { aBooking } from '../support/bookings.ts';
import { findOpen, makeTestBookingStore } from '../support/booking-store.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';

/**
 * DynamoDB ends a page of a query or scan after 1 MB, wherever that is. Here every page has at most two items, so that a list
 * that stops at the first page is short.
 */
const db = await openDatabaseInMemory();
afterAll(() => db.close());

const PAGED = new Set(['QueryCommand', 'ScanCommand']);
const send = (command: { readonly constructor: { readonly name: string }; input: { Limit?: number } }): unknown => {
  if (PAGED.has(command.constructor.name)) command.input.Limit = Math.min(command.input.Limit ?? 2, 2);
  return db.database.send(command as never);
};
const database = { send } as unknown as Database;
const stores = openTestStores(database, db.tableNames);
const bookings = makeTestBookingStore(database, db.tableNames.bookings);

const HOUR = 60 * 60_000;
const at = Date.UTC(2026, 10, 21, 8);
const COUNT = 7;
const numbers = Array.from({ length: COUNT }, (_, index) => index + 1);

const aCompany = async () => {
  const companyId = freshCompanyId();
  const user = { companyId, userId: 1 };
  for (const id of numbers) await stores.users.save({ companyId, id, name: `Maria ${id}` });
  for (const number of numbers) await bookings.save(aBooking({ user, bookingId: `b-${number}` }));
  return { companyId, user };
};

describe('Whatever the size of DynamoDB’s pages,', () => {
  it('a check-in finds every open booking', async () => {
    const { user } = await aCompany();
    expect(await findOpen(bookings, user, at)).toHaveLength(COUNT);
  });

  it('a person’s bookings, and the bookings of a day, are complete', async () => {
    const { companyId, user } = await aCompany();
    expect(await bookings.list(user)).toHaveLength(COUNT);
    const day = { from: at - 2 * HOUR, until: at };
    expect(await bookings.listByOpening(companyId, day, { limit: 100 })).toHaveLength(COUNT);
    expect(await bookings.listByOpening(companyId, day, { limit: 5 })).toHaveLength(5);
  });

  it('people and API clients are all listed', async () => {
    const { companyId } = await aCompany();
    const users = await readToEnd((after?: number) => stores.users.listByCompany(companyId, { after, limit: 100 }));
    expect(users.map(({ id }) => id)).toEqual(numbers);
    for (const number of numbers)
      await stores.clients.create(createApiClient({ companyId, name: `Gate ${number}` }, at + number).client);
    const listed = await readToEnd((after?: ClientPosition) =>
      stores.clients.listByCompany(companyId, { limit: 100, after }),
    );
    expect(listed).toHaveLength(COUNT);
    const all = await stores.clients.listAll();
    expect(all.filter((client) => client.companyId === companyId)).toHaveLength(COUNT);
  });

  it('a search reads on', async () => {
    const { companyId } = await aCompany();
    const texts = makeUserSearchIndex(database, db.tableNames.users);
    const entries = await readToEnd(async (after?: { readonly text: string; readonly key: string }) => {
      const part = await texts.read(companyId, 'texts', { prefix: 'maria', limit: 100, after });
      return { items: part.entries, next: part.isLast ? undefined : part.entries.at(-1) };
    });
    const found = entries.map(({ userId }) => userId);
    expect(found.toSorted((one, other) => one - other)).toEqual(numbers);
  });

  it('the log is listed to its end, and erased completely', async () => {
    const { companyId, user } = await aCompany();
    const entryOf = (number: number) => aCheckinEntry({ companyId, receivedAt: Date.now() - number * 1_000 });
    await stores.log.recordCheckins(numbers.map(entryOf));
    const range = { from: Date.now() - HOUR, until: Date.now() + HOUR };
    const page = { limit: 100 };
    const ofCompany = await readToEnd((next?: string) => stores.log.listByCompany(companyId, range, { ...page, next }));
    expect(ofCompany).toHaveLength(COUNT);
    const readOfUser = () => readToEnd((next?: string) => stores.log.listByUser(user, range, { ...page, next }));
    expect(await readOfUser()).toHaveLength(COUNT);
    expect(await stores.log.erase(user)).toBe(COUNT);
    expect(await readOfUser()).toEqual([]);
  });
});
