import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeTestBookingStore } from '../support/booking-store.ts';
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
