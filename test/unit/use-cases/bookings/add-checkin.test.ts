import { describe, expect, it } from '@jest/globals';
import type { AdminEntry } from '../../../../shared/domain/audit-entry.ts';
import type { Booking, BookingStore } from '../../../../shared/domain/booking.ts';
import { addCheckin } from '../../../../shared/use-cases/bookings/add-checkin.ts';
import { makeInMemoryBookings } from '../../../support/stores-in-memory.ts';

const NOW = 1_800_000_000_000;
const user = { companyId: 'acme', userId: 42 };
const desk: Booking = { user, bookingId: 'desk', kind: 'position', checkinOpensAt: NOW, noShowAt: NOW + 1 };

/** @param disturb replaces the check-in of the store */
const start = (disturb: (store: BookingStore) => BookingStore['checkIn']) => {
  const bookings = makeInMemoryBookings([desk]);
  const entries: AdminEntry[] = [];
  const context = {
    bookings: { ...bookings, checkIn: disturb(bookings) },
    adminLog: { recordAdmin: async (entry: AdminEntry) => void entries.push(entry) },
    actor: { through: 'cli', id: 'olive' } as const,
    now: () => NOW,
  };
  const find = async () => (await bookings.findAll([desk]))[0]?.checkin;
  return { add: () => addCheckin(context, desk, { reason: 'Badge left at home' }), entries, find };
};

/** The first writes find that others have changed the booking. */
const closedAtFirst =
  (times: number) =>
  (store: BookingStore): BookingStore['checkIn'] => {
    let calls = 0;
    return async (...given) => {
      calls += 1;
      return calls <= times ? { kind: 'closed' } : store.checkIn(...given);
    };
  };

describe('A check-in by hand', () => {
  it('whose response was lost is made and logged once when the SDK repeats it', async () => {
    const { add, entries, find } = start((store) => async (...given) => {
      await store.checkIn(...given);
      return store.checkIn(...given);
    });
    expect(await add()).toBe(NOW);
    expect(await find()).toMatchObject({ at: NOW, notify: false });
    expect(entries.map(({ action }) => action)).toEqual(['checkins.add']);
  });

  it('is refused if a gate checks in between the read and the write', async () => {
    const { add, entries, find } = start((store) => async (...[ref, bookingId, record]) => {
      await store.checkIn(ref, bookingId, { ...record, checkinId: 'gate' });
      return store.checkIn(ref, bookingId, record);
    });
    await expect(add()).rejects.toMatchObject({ code: 'already_checked_in' });
    expect([(await find())?.checkinId, entries]).toEqual(['gate', []]);
  });

  it('is made although others change the booking four times in between', async () => {
    const { add, find } = start(closedAtFirst(4));
    expect(await add()).toBe(NOW);
    expect(await find()).toMatchObject({ at: NOW });
  });

  it('can be tried again later if others change the booking each time', async () => {
    const { add, entries } = start(closedAtFirst(Infinity));
    await expect(add()).rejects.toMatchObject({ code: 'dependency_unavailable' });
    expect(entries).toEqual([]);
  });
});
