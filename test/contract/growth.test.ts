import { afterAll, expect, it } from '@jest/globals';
import pMap from 'p-map';
import { makeUserSearchIndex } from '../../shared/adapters/dynamodb/user-search-index.ts';
import { makeClientReviewStore } from '../../shared/adapters/dynamodb/api-client-store.ts';
import { makeTokenFamilyStore } from '../../shared/adapters/dynamodb/token-family-store.ts';
import { createApiClient } from '../../shared/domain/api-client.ts';
import { startFamily } from '../../shared/domain/token-family.ts';
import { defaultLifetimes } from '../../shared/settings.ts';
import { listAttendance } from '../../shared/use-cases/attendance/list-attendance.ts';
import { listClients } from '../../shared/use-cases/clients/list-clients.ts';
import { reviewClients } from '../../shared/use-cases/clients/watch-clients.ts';
import { companyExists } from '../../shared/use-cases/import/new-companies.ts';
import { listLog } from '../../shared/use-cases/log/list-log.ts';
import { searchByText } from '../../shared/use-cases/users/search-by-text.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { aCheckinEntry } from '../support/log-entries.ts';
import { toMeteredCall } from '../support/meter-database.ts';
import { operationOf, type Command } from '../support/memory-database/memory-database.ts';
import { openDatabaseInMemory } from '../support/open-database.ts';
import { openTestStores } from '../support/test-stores.ts';

/** What a page costs stays the same while the company grows: the units of DynamoDB, by the number of items beyond a page. */
const SIZES = [10, 400];
/** Up to 1,000 bookings, a day is sorted by name, for which all of it is read. */
const SIZES_OF_A_DAY = [1_000, 1_400];
const PAGE = 50;
const HOUR = 60 * 60_000;
const at = Date.UTC(2026, 10, 21, 8);
/** The same for all sizes, because the units of an item depend on the digits of its times. */
const now = Date.now();

const db = await openDatabaseInMemory();
afterAll(() => db.close());
let units = 0;
const send = async (command: Command): Promise<unknown> => {
  Object.assign(command.input, { ReturnConsumedCapacity: 'INDEXES' });
  const output = (await db.database.send(command as never)) as object;
  units += toMeteredCall(operationOf(command), command.input, output).units;
  return output;
};
const database = { send: send as typeof db.database.send };
const stores = openTestStores(database, db.tableNames);
const searchIndex = makeUserSearchIndex(database, db.tableNames.users);

const repeat = <Item>(size: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: size }, (_, index) => make(index));

const watched = createApiClient({ companyId: 'acme', name: 'Gate', silentAfterHours: 48 }, at).client;
const contents = { keyId: 'k', scopes: ['checkin'], revocationNumber: 0 } as const;

/** Fills a company, and returns what reads a page of it. */
type Fill = (companyId: string, size: number) => Promise<() => Promise<unknown>>;

const addPeople = (companyId: string, count: number) =>
  pMap(
    repeat(count, (index) => ({ companyId, id: index + 1, name: `Mariana N${index}` })),
    (user) => stores.users.save(user),
    { concurrency: 16 },
  );

const addClients = async (companyId: string, count: number) => {
  const make = (index: number) => createApiClient({ companyId, name: 'Gate' }, at + index).client;
  for (const client of repeat(count, make)) await stores.clients.create(client);
};

const DAY = 'the attendance of a day';

const fills: Readonly<Record<string, Fill>> = {
  [DAY]: async (companyId, size) => {
    const period = { checkinOpensAt: at, noShowAt: at + HOUR };
    await pMap(
      repeat(2 * PAGE + size, (index) => ({ user: { companyId, userId: index + 1 }, bookingId: 'desk' })),
      (ref) => stores.bookings.save({ ...ref, kind: 'position', ...period }),
      { concurrency: 16 },
    );
    const query = { companyId, day: '2026-11-21', timeZone: 'UTC', limit: PAGE };
    return () => listAttendance({ ...stores, searchIndex }, query, at);
  },
  'the API clients of a company': async (companyId, size) => {
    await addClients(companyId, 2 * PAGE + size);
    return () => listClients(stores.clients, { companyId, limit: PAGE });
  },
  'whether a company exists': async (companyId, size) => {
    await Promise.all([addClients(companyId, size), addPeople(companyId, size)]);
    return () => companyExists({ apiClients: stores.clients, users: stores.users }, companyId);
  },
  'a review of all API clients': async (_, tokenFamilies) => {
    await stores.clients.create(watched);
    const families = makeTokenFamilyStore(database, db.tableNames.apiClients);
    for (const family of repeat(tokenFamilies, () => startFamily(watched.clientId, contents, defaultLifetimes, at)))
      await families.start(family);
    const clients = makeClientReviewStore(database, db.tableNames.apiClients);
    return async () => {
      await stores.clients.listAll();
      await reviewClients({ clients, tell: async () => undefined, now: () => at });
    };
  },
  'a search for a frequent name': async (companyId, size) => {
    await addPeople(companyId, 2 * PAGE + size);
    return () => searchByText({ ...stores, searchIndex }, { companyId, query: 'mariana', limit: PAGE });
  },
  'the log of a person': async (companyId, size) => {
    await addPeople(companyId, 1);
    await stores.log.recordCheckins(
      repeat(2 * PAGE + size, (index) => aCheckinEntry({ companyId, receivedAt: now - index * 1_000 })),
    );
    return () => listLog(stores, { companyId, userId: 1, limit: PAGE });
  },
};

it.each(Object.entries(fills))('Reading %s costs the same, however much there is', async (what, fill) => {
  const costs: number[] = [];
  for (const size of what === DAY ? SIZES_OF_A_DAY : SIZES) {
    const read = await fill(freshCompanyId(), size);
    units = 0;
    await read();
    costs.push(units);
  }
  expect(costs[0]).toBeGreaterThan(0);
  expect(new Set(costs).size).toBe(1);
});
