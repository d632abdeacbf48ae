import { afterAll, describe, expect, it } from '@jest/globals';
import { makeTestBookingStore } from '../support/booking-store.ts';
import type { Database } from '../../shared/adapters/dynamodb/database.ts';
import { makeUserStore } from '../../shared/adapters/dynamodb/user-store.ts';
import { formatDateTime } from '../../shared/domain/instant.ts';
import { makeBookingImporter } from '../../shared/use-cases/import/booking-importer.ts';
import { importRecords } from '../../shared/use-cases/import/import-records.ts';
import type { SourceRecord } from '../../shared/use-cases/import/read-lines.ts';
import { makeUserImporter } from '../../shared/use-cases/import/user-records.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { openDatabaseInMemory } from '../support/open-database.ts';

const MINUTE = 60_000;
const at = Date.UTC(2026, 10, 21, 8);

const db = await openDatabaseInMemory();
afterAll(() => db.close());

type Send = (command: object) => Promise<object>;

const openImporters = (send: Send = (command) => db.database.send(command as never)) => {
  const database = { send } as Database;
  const users = makeUserStore(database, db.tableNames.users);
  const bookings = makeTestBookingStore(database, db.tableNames.bookings);
  const removeUser = async (ref: Parameters<typeof users.change>[0]) =>
    (await users.change(ref, () => undefined)).outcome;
  const stores = { users, bookings, now: () => at };
  return {
    users,
    bookings,
    userImporter: makeUserImporter({ users, removeUser }),
    stores,
  };
};

/** Counts the calls by the name of their operation. */
const countCalls = () => {
  const calls: Record<string, number> = {};
  const send: Send = (command) => {
    const name = command.constructor.name.replace('Command', '');
    calls[name] = (calls[name] ?? 0) + 1;
    return db.database.send(command as never);
  };
  return { calls, send };
};

async function* toRecords(fields: readonly Record<string, unknown>[]): AsyncGenerator<SourceRecord> {
  for (const [index, one] of fields.entries()) yield { line: index + 1, fields: one };
}

const aUser = (companyId: string, id: number) => ({ companyId, id, uid: `E-${id}`, email: `e${id}@a.example` });

const aBooking = (companyId: string, userId: number, index: number) => ({
  companyId,
  userId,
  bookingId: `b-${index}`,
  kind: 'position',
  checkinOpensAt: formatDateTime(at),
  noShowAt: formatDateTime(at + 60 * MINUTE),
});

describe('An import', () => {
  it('of unchanged bookings reads a hundred per call and writes nothing', async () => {
    const companyId = freshCompanyId();
    const lines = Array.from({ length: 350 }, (_, index) => aBooking(companyId, (index % 10) + 1, index));
    const { users, stores } = openImporters();
    await Promise.all(Array.from({ length: 10 }, (_, index) => users.save({ companyId, id: index + 1 })));
    await importRecords(toRecords(lines), makeBookingImporter(stores));

    const { calls, send } = countCalls();
    const { summary } = await importRecords(toRecords(lines), makeBookingImporter(openImporters(send).stores));
    expect(summary).toMatchObject({ read: 350, unchanged: 350 });
    expect(calls).toEqual({ BatchGet: 4 });
  });

  it('of unchanged users reads a hundred per call and writes nothing', async () => {
    const companyId = freshCompanyId();
    const lines = Array.from({ length: 150 }, (_, index) => aUser(companyId, index + 1));
    await importRecords(toRecords(lines), openImporters().userImporter);

    const { calls, send } = countCalls();
    const { summary } = await importRecords(toRecords(lines), openImporters(send).userImporter);
    expect(summary).toMatchObject({ read: 150, unchanged: 150 });
    expect(calls).toEqual({ BatchGet: 2 });
  });
});
