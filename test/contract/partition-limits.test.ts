import { expect, it } from '@jest/globals';
import { makeBookingCheckins } from '../../shared/adapters/dynamodb/booking-checkins.ts';
import { makeCheckinAttemptStore } from '../../shared/adapters/dynamodb/checkin-attempt-store.ts';
import { makeCheckinLog } from '../../shared/adapters/dynamodb/checkin-log.ts';
import { makeClientAccessReader } from '../../shared/adapters/dynamodb/api-client-store.ts';
import type { Database } from '../../shared/adapters/dynamodb/database.ts';
import { makeUserReader } from '../../shared/adapters/dynamodb/user-reader.ts';
import { createApiClient } from '../../shared/domain/api-client.ts';
import { localTableNames } from '../../shared/local-service.ts';
import { tables, type TableDefinition, type TableId } from '../../shared/tables.ts';
import { makeLogWriter } from '../../shared/use-cases/checkin/checkin-log.ts';
import { checkInUser } from '../../shared/use-cases/checkin/perform-checkin.ts';
import { makeMemoryDatabase, type Item } from '../support/memory-database/memory-database.ts';
import { makeInMemoryApiClients, makeInMemoryBookings, makeInMemoryUsers } from '../support/stores-in-memory.ts';

/** A tenth of 10,000 check-ins. The limits below are therefore a tenth of what a partition allows per second. */
const CHECKINS = 1_000;
const MAX_WRITE_UNITS = 100;
const MAX_READ_UNITS = 300;

interface Consumed {
  readonly Table?: { readonly CapacityUnits: number };
  readonly GlobalSecondaryIndexes?: Readonly<Record<string, { readonly CapacityUnits: number }>>;
}

/** Adds up the capacity units that each partition of a table or an index consumes, separately for reads and writes. */
const meterPartitions = (database: ReturnType<typeof makeMemoryDatabase>) => {
  const writes = new Map<string, number>();
  const reads = new Map<string, number>();
  const ids = new Map(Object.entries(localTableNames).map(([id, name]) => [name as string, id as TableId]));
  let written: Item = {};
  database.onWrite = (changes) => {
    for (const { before, after } of changes) written = (after ?? before) as Item;
  };
  const send = async (command: { readonly constructor: { readonly name: string }; readonly input: object }) => {
    const input = { ...command.input, ReturnConsumedCapacity: 'INDEXES' } as unknown as Readonly<Record<string, never>>;
    const response = database.perform({ constructor: command.constructor, input }) as {
      readonly ConsumedCapacity: Consumed;
    };
    const table = ids.get(input['TableName'] as never) as TableId;
    const { partitionKey, indexes }: TableDefinition = tables[table];
    const isWrite = /^(?:Put|Update)/.test(command.constructor.name);
    const add = (tableOrIndex: string, partition: unknown, units: number) => {
      const loads = isWrite ? writes : reads;
      const name = `${tableOrIndex} ${String(partition)}`;
      loads.set(name, (loads.get(name) ?? 0) + units);
    };
    const values = Object.values((input['ExpressionAttributeValues'] as Item | undefined) ?? {});
    const attributes = isWrite ? written : ((input['Key'] as Item | undefined) ?? {});
    const { Table, GlobalSecondaryIndexes = {} } = response.ConsumedCapacity;
    if (Table) add(table, attributes[partitionKey.name] ?? values[0], Table.CapacityUnits);
    for (const [name, { CapacityUnits }] of Object.entries(GlobalSecondaryIndexes)) {
      const index = indexes.find((one) => one.name === name);
      add(`${table}/${name}`, (index && attributes[index.partitionKey.name]) ?? values[0], CapacityUnits);
    }
    return response;
  };
  return { database: { send } as unknown as Database, writes, reads };
};

it('10,000 check-ins a second by one client stay below the limits of every partition', async () => {
  const at = Date.UTC(2026, 10, 21, 8);
  const companyId = 'acme';
  const memory = makeMemoryDatabase();
  const { client } = createApiClient({ companyId, name: 'Gate' }, at - 1);
  const userIds = Array.from({ length: CHECKINS }, (_, index) => index + 1);
  makeInMemoryApiClients([client], memory);
  makeInMemoryUsers(
    userIds.map((id) => ({ companyId, id, devices: [] })),
    memory,
  );
  const period = { kind: 'position', checkinOpensAt: at - 1, noShowAt: at + 60_000 } as const;
  makeInMemoryBookings(
    userIds.map((userId) => ({ user: { companyId, userId }, bookingId: 'desk', ...period })),
    memory,
  );

  const { database, writes, reads } = meterPartitions(memory);
  const log = makeCheckinLog({ withSignal: () => database }, localTableNames.checkinLog, 90);
  const dependencies = {
    clients: makeClientAccessReader(database, localTableNames.apiClients),
    users: makeUserReader(database, localTableNames.users),
    bookings: makeBookingCheckins(database, localTableNames.bookings),
    attempts: makeCheckinAttemptStore(database, localTableNames.checkinAttempts),
    logWriter: makeLogWriter(log, (error) => {
      throw error;
    }),
  };
  for (const id of userIds) {
    const caller = { clientId: client.clientId, companyId, scopes: ['checkin'], revocationNumber: 0 } as const;
    const request = { identifiers: { id }, notify: false, caller, requestId: `request-${id}`, receivedAt: at };
    expect(await checkInUser(request, dependencies)).toMatchObject({ checkinCount: 1 });
  }

  const sum = (loads: ReadonlyMap<string, number>) => [...loads.values()].reduce((total, units) => total + units, 0);
  const busiest = (loads: ReadonlyMap<string, number>) => Math.max(...loads.values());
  // A check-in writes the booking, the log entry and its index entry. It reads the client and the user, and queries bookings.
  expect([sum(writes), sum(reads)]).toEqual([3 * CHECKINS, 2.5 * CHECKINS]);
  expect(busiest(writes)).toBeLessThanOrEqual(MAX_WRITE_UNITS);
  expect(busiest(reads)).toBeLessThanOrEqual(MAX_READ_UNITS);
});
