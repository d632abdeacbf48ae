import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeActivityLogStore } from '../../shared/adapters/dynamodb/activity-log-store.ts';
import { makeTestBookingStore } from '../support/booking-store.ts';
import { makeRetentionStore } from '../../shared/adapters/dynamodb/retention-store.ts';
import type { KeptItem, KeptTable } from '../../shared/domain/retention.ts';
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
  const store = () => makeRetentionStore(db.database, db.tableNames);

  const readAll = async (kept: KeptTable): Promise<KeptItem[]> => {
    const all: KeptItem[] = [];
    for await (const items of store().readAll(kept)) all.push(...items);
    return all;
  };

  it('can be read with its time and expiry, even if another system wrote it, and can get a new expiry', async () => {
    const item = { companyUser: 'acme#7', bookingId: 'version-1.0', companyId: 'acme', userId: 7, kind: 'parking' };
    const Item = { ...item, checkinOpensAt: NOW - 1, noShowAt: NOW };
    await db.database.send(new PutCommand({ TableName: db.tableNames.bookings, Item }));
    const key = { companyUser: 'acme#7', bookingId: 'version-1.0' };
    const kept = { table: 'bookings', since: NOW, key } as const;
    const find = async () =>
      (await readAll('bookings')).find(({ since, ...one }) => since && one.key['bookingId'] === 'version-1.0');
    expect(await find()).toEqual({ ...kept, expiresAtSeconds: undefined });
    expect(await store().setExpiry({ ...kept, expiresAtSeconds: undefined }, 5)).toBe(true);
    expect(await find()).toEqual({ ...kept, expiresAtSeconds: 5 });
    expect(await store().setExpiry({ ...kept, expiresAtSeconds: 5 }, undefined)).toBe(true);
    expect(await find()).toEqual({ ...kept, expiresAtSeconds: undefined });
  });

  it('that was deleted in the meantime is not recreated when its expiry is set', async () => {
    const gone = { table: 'bookings', since: NOW, key: { companyUser: 'acme#8', bookingId: 'gone' } } as const;
    expect(await store().setExpiry({ ...gone, expiresAtSeconds: undefined }, 5)).toBe(false);
    expect((await readAll('bookings')).map(({ key }) => key['bookingId'])).not.toContain('gone');
  });

  it('in the audit log can get a new expiry, too', async () => {
    const retention = { checkinLogDays: 90, adminLogDays: 400 };
    const log = makeActivityLogStore(db.database, db.tableNames, retention, () => NOW);
    const actor = { through: 'cli', id: 'olive' } as const;
    await log.recordAdmin({ kind: 'admin', companyId: 'acme', receivedAt: NOW, actor, action: 'a.b', target: {} });
    const [entry] = await readAll('audit');
    expect(entry).toMatchObject({ table: 'audit', since: NOW, expiresAtSeconds: NOW / 1000 + 400 * DAY_SECONDS });
    expect(await store().setExpiry(entry as KeptItem, 5)).toBe(true);
    expect((await log.listByCompany('acme', { from: NOW - 1 }, { limit: 1 })).items).toEqual([]);
  });
});
