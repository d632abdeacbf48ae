import { expect, it } from '@jest/globals';
import type { AdminEntry } from '../../../../shared/domain/audit-entry.ts';
import type { Booking, BookingStore } from '../../../../shared/domain/booking.ts';
import { cancelBooking } from '../../../../shared/use-cases/bookings/cancel-booking.ts';
import { makeInMemoryBookings } from '../../../support/stores-in-memory.ts';

const user = { companyId: 'acme', userId: 42 };
const desk: Booking = { user, bookingId: 'desk', kind: 'parking', checkinOpensAt: 1_000, noShowAt: 2_000 };

it('A cancellation that the SDK repeats after a lost response is logged with the state of the booking', async () => {
  const bookings = makeInMemoryBookings([desk]);
  const entries: AdminEntry[] = [];
  const change: BookingStore['change'] = async (...given) => {
    await bookings.change(...given);
    return bookings.change(...given);
  };
  const context = {
    bookings: { ...bookings, change },
    adminLog: { recordAdmin: async (entry: AdminEntry) => void entries.push(entry) },
    actor: { through: 'cli', id: 'olive' } as const,
    now: () => 1_500,
  };
  await cancelBooking(context, desk);
  expect(await bookings.list(user)).toEqual([]);
  expect(entries).toEqual([
    {
      kind: 'admin',
      companyId: 'acme',
      receivedAt: 1_500,
      actor: context.actor,
      action: 'bookings.cancel',
      target: { userId: 42, bookingId: 'desk' },
      before: {
        kind: 'parking',
        checkinOpensAt: '1970-01-01T00:00:01.000Z',
        noShowAt: '1970-01-01T00:00:02.000Z',
      },
    },
  ]);
  const again = cancelBooking(context, desk);
  await expect(again).rejects.toMatchObject({ code: 'booking_not_found', details: { bookingId: 'desk' } });
});
