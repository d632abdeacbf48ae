import { afterAll, describe, expect, it } from '@jest/globals';
import { makeTestBookingStore } from '../support/booking-store.ts';
import { makeUserStore } from '../../shared/adapters/dynamodb/user-store.ts';
import { formatDateTime } from '../../shared/domain/instant.ts';
import { makeBookingImporter } from '../../shared/use-cases/import/booking-records.ts';
import { importRecords } from '../../shared/use-cases/import/import-records.ts';
import type { SourceRecord } from '../../shared/files/read-record.ts';
import { makeUserImporter } from '../../shared/use-cases/import/user-records.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { openDatabaseInMemory } from '../support/open-database.ts';

const MINUTE = 60_000;
const at = Date.UTC(2026, 10, 21, 8);

const db = await openDatabaseInMemory();
afterAll(() => db.close());

/** Returns the importers, and counts their database calls by operation. */
const openImporters = () => {
  const calls: Record<string, number> = {};
  const send = (command: object): Promise<never> => {
    const name = command.constructor.name.replace('Command', '');
    calls[name] = (calls[name] ?? 0) + 1;
    return db.database.send(command as never);
  };
  const users = makeUserStore({ send }, db.tableNames.users);
  const bookings = makeTestBookingStore({ send }, db.tableNames.bookings);
  const removeUser = async () => 'deleted' as const;
  const importers = {
    users: makeUserImporter({ users, removeUser }),
    bookings: makeBookingImporter({ users, bookings, now: () => at }, { allowUnknownUsers: true }),
  };
  return { calls, importers };
};

async function* toRecords(fields: readonly Record<string, unknown>[]): AsyncGenerator<readonly SourceRecord[]> {
  yield fields.map((record, index) => ({ line: index + 1, fields: record }));
}

const aUser = (companyId: string, id: number) => ({ companyId, id, uid: `E-${id}`, email: `e${id}@a.example` });

const aBooking = (companyId: string, index: number) => ({
  companyId,
  userId: (index % 10) + 1,
  bookingId: `b-${index}`,
  kind: 'position',
  checkinOpensAt: formatDateTime(at),
  noShowAt: formatDateTime(at + 60 * MINUTE),
});

describe('An import', () => {
  it.each([
    ['bookings', 350, 4, aBooking],
    ['users', 150, 2, aUser],
  ] as const)(
    'of unchanged %s reads a hundred records per call and writes nothing',
    async (kind, count, batchGets, make) => {
      const companyId = freshCompanyId();
      const lines = Array.from({ length: count }, (_, index) => make(companyId, index + 1));
      await importRecords(toRecords(lines), openImporters().importers[kind]);

      const { calls, importers } = openImporters();
      const { summary } = await importRecords(toRecords(lines), importers[kind]);
      expect(summary).toMatchObject({ read: count, unchanged: count });
      expect(calls).toEqual({ BatchGet: batchGets });
    },
  );
});
