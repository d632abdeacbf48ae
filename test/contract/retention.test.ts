import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeTestBookingStore } from '../support/booking-store.ts';
import { makeRetentionStore } from '../../shared/adapters/dynamodb/retention-store.ts';
import type { KeptItem, KeptTable } from '../../shared/domain/retention.ts';
import { tableIds } from '../../shared/domain/recovery.ts';
import { openDatabase } from '../support/open-database.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const DAY_SECONDS = 86_400;

const db = await openDatabase();
afterAll(() => db.close());

const user = { companyId: 'acme', userId: 42 };
const details = { user, kind: 'position', checkinOpensAt: NOW - 1, noShowAt: NOW } as const;

const readItem = async (bookingId: string) => {
  const Key = { companyUser: 'acme#42', bookingId };
  return (await db.database.send(new GetCommand({ TableName: db.tableNames.bookings, Key }))).Item;
};

const open = (retentionDays?: number) => makeTestBookingStore(db.database, db.tableNames.bookings, retentionDays);

describe('The expiry of a booking', () => {
  it('is the configured number of days after the end of its check-in period', async () => {
    await open(30).save({ ...details, bookingId: 'thirty' });
    expect(await readItem('thirty')).toMatchObject({ expiresAtSeconds: NOW / 1000 + 30 * DAY_SECONDS });
    await open(30).save({ ...details, bookingId: 'thirty', noShowAt: NOW + 1_000 });
    expect(await readItem('thirty')).toMatchObject({ expiresAtSeconds: NOW / 1000 + 30 * DAY_SECONDS + 1 });
  });

  it('is absent if bookings are kept forever', async () => {
    await open(30).save({ ...details, bookingId: 'kept' });
    await open(0).save({ ...details, bookingId: 'kept', name: 'Desk 7' });
    expect(await readItem('kept')).not.toHaveProperty('expiresAtSeconds');
  });

  it('is not changed by a writer that does not know the setting', async () => {
    await open(30).save({ ...details, bookingId: 'unknown' });
    await open().save({ ...details, bookingId: 'unknown', name: 'Desk 7' });
    expect(await readItem('unknown')).toMatchObject({ expiresAtSeconds: NOW / 1000 + 30 * DAY_SECONDS });
  });
});

describe('A stored item', () => {
  const store = makeRetentionStore(db.database, db.tableNames);

  const readAll = async (table: KeptTable): Promise<KeptItem[]> => {
    const all: KeptItem[] = [];
    for await (const items of store.readAll(table)) all.push(...items);
    return all.filter(({ key }) => key['companyUser'] === 'acme#7');
  };

  it.each([
    ['bookings', 'noShowAt'],
    ['log', 'receivedAt'],
    ['audit', 'receivedAt'],
    ['details', 'receivedAt'],
  ] as const)('of %s has a time (%s), and can get a new expiry until it is deleted', async (table, since) => {
    const Key = { companyUser: 'acme#7', [table === 'bookings' ? 'bookingId' : 'entry']: 'one' };
    const TableName = db.tableNames[tableIds[table]];
    await db.database.send(new PutCommand({ TableName, Item: { ...Key, [since]: NOW } }));
    const [item, ...others] = await readAll(table);
    expect([item, others]).toEqual([{ table, since: NOW, expiresAtSeconds: undefined, key: Key }, []]);
    expect(await store.setExpiry(item as KeptItem, 5)).toBe(true);
    expect(await readAll(table)).toEqual([{ ...item, expiresAtSeconds: 5 }]);
    expect(await store.setExpiry(item as KeptItem, undefined)).toBe(true);
    expect(await readAll(table)).toEqual([item]);
    await db.database.send(new DeleteCommand({ TableName, Key }));
    expect(await store.setExpiry(item as KeptItem, 5)).toBe(false);
    expect(await readAll(table)).toEqual([]);
  });
});
