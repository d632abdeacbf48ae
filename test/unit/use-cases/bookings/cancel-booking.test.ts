import { expect, it } from '@jest/globals';
import { cancelBooking } from '../../../../shared/use-cases/bookings/change-booking.ts';
import { auditEntries } from '../../../support/audit-entries.ts';
import { aBooking } from '../../../support/bookings.ts';
import { makeMemoryDatabase } from '../../../support/memory-database/memory-database.ts';
import { makeRepeatingDatabase } from '../../../support/repeating-database.ts';
import { makeInMemoryBookings } from '../../../support/stores-in-memory.ts';

const user = { companyId: 'acme', userId: 42 };
const desk = aBooking({ user, kind: 'parking', checkinOpensAt: 1_000, noShowAt: 2_000 });

const start = (wrap = (database: ReturnType<typeof makeMemoryDatabase>) => database) => {
  const database = makeMemoryDatabase();
  makeInMemoryBookings([desk], database);
  const bookings = makeInMemoryBookings([], wrap(database));
  const context = { bookings, actor: { through: 'cli', id: 'olive' } as const, now: () => 1_500 };
  return { bookings, context, database };
};

it('A cancellation that the SDK retries after a lost response is logged once, with the booking as it was before', async () => {
  const { bookings, context, database } = start(makeRepeatingDatabase);
  await cancelBooking(context, desk);
  expect(await bookings.list(user)).toEqual([]);
  expect(auditEntries(database)).toMatchObject([
    {
      kind: 'admin',
      companyId: 'acme',
      receivedAt: 1_500,
      actor: context.actor,
      action: 'bookings.cancel',
      target: { userId: 42, bookingId: 'desk' },
    },
  ]);
  const before = { kind: 'parking', checkinOpensAt: '1970-01-01T00:00:01.000Z', noShowAt: '1970-01-01T00:00:02.000Z' };
  expect(database.items('auditDetails')).toMatchObject([{ before }]);
  const again = cancelBooking(context, desk);
  await expect(again).rejects.toMatchObject({ code: 'booking_not_found', details: { bookingId: 'desk' } });
});
