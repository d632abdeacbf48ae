import { describe, expect, it } from '@jest/globals';
import type { Booking, BookingStore, CheckinRecord } from '../../../../shared/domain/booking.ts';
import { DAY, HOUR } from '../../../../shared/domain/instant.ts';
import type { StoredItem } from '../../../../shared/domain/table-copy.ts';
import { makeRestoreBookings, mergeBooking } from '../../../../shared/use-cases/restore/restore-bookings.ts';
import { aBooking, aCheckin, BOOKED_AT } from '../../../support/bookings.ts';
import { makeInMemoryBookings } from '../../../support/stores-in-memory.ts';
import { makeRules } from './rules.ts';

const NOW = BOOKED_AT;
const user = { companyId: 'acme', userId: 1 };

const moved = { checkinOpensAt: NOW + 2 * HOUR, noShowAt: NOW + 3 * HOUR };
const restored = (checkinId: string) => ({ ...aCheckin(checkinId), restored: true });

describe('An existing booking', () => {
  it('gets its attributes from the copy', () => {
    const live = aBooking({ ...moved, name: 'Desk 7', kind: 'parking' });
    expect(mergeBooking(live, aBooking(), NOW)).toEqual(aBooking({ openSince: NOW }));
  });

  it('gets its check-in back from the copy if a move has removed it', () => {
    const copy = aBooking({ checkin: aCheckin('copy') });
    const merge = (undone: string[]) => mergeBooking(aBooking({ ...moved, undone }), copy, NOW);
    const expected = aBooking({ openSince: NOW, checkin: restored('copy') as CheckinRecord });
    expect(merge(['copy'])).toEqual(expected);
    expect(merge(['earlier', 'copy'])).toEqual({ ...expected, undone: ['earlier'] });
    expect(mergeBooking(aBooking(moved), copy, NOW)).toEqual(expected);
  });
});

/** Opens a table, and records the items that a restore creates. */
const open = (existing: readonly Booking[], changes: Partial<BookingStore> = {}) => {
  const bookings = makeInMemoryBookings(existing);
  const created: StoredItem[] = [];
  const stores = {
    bookings: { ...bookings, ...changes },
    itemsOf: () => ({ arePresent: async () => [], create: async (item: StoredItem) => created.push(item) > 0 }),
    findRemoved: async () => [] as (typeof user)[],
    retentionDays: 0,
  };
  return { stores, created, find: async () => (await bookings.findAll([aBooking()]))[0] };
};

const copyOf = (booking: Booking) => ({ kind: 'booking', booking, item: { id: booking.bookingId } }) as const;

describe('A copy of a booking', () => {
  it('is not written in a dry run, which says what would be written', async () => {
    const copy = aBooking({ name: 'Desk 7' });
    const dryRun = (existing: readonly Booking[]) => {
      const { stores, created, find } = open(existing);
      return { restore: makeRestoreBookings(stores, makeRules({ dryRun: true, overwrite: true }), NOW), created, find };
    };
    const missing = dryRun([]);
    expect(await missing.restore([copyOf(copy)])).toEqual([{ outcome: 'written' }]);
    expect(missing.created).toEqual([]);
    const other = dryRun([aBooking()]);
    expect(await other.restore([copyOf(copy)])).toEqual([{ outcome: 'written' }]);
    expect(await other.find()).toEqual(aBooking());
    expect(await dryRun([copy]).restore([copyOf(copy)])).toEqual([{ outcome: 'unchanged' }]);
  });

  it('counts as unchanged if another restore wrote it first', async () => {
    const { stores } = open([]);
    const itemsOf = () => ({ ...stores.itemsOf(), create: async () => false });
    const restore = makeRestoreBookings({ ...stores, itemsOf }, makeRules(), NOW);
    expect(await restore([copyOf(aBooking())])).toEqual([{ outcome: 'unchanged' }]);
  });

  it('is merged into the state that was read before, and is written even if the booking was cancelled since then', async () => {
    const live = aBooking({ name: 'Desk 9', checkin: aCheckin('live') });
    const knownStates: unknown[] = [];
    const { stores, find } = open([], { findAll: async () => [live] });
    const change: BookingStore['change'] = (ref, decide, known) => {
      knownStates.push(known);
      return stores.bookings.change(ref, decide, known);
    };
    const restore = makeRestoreBookings(
      { ...stores, bookings: { ...stores.bookings, change } },
      makeRules({ overwrite: true }),
      NOW,
    );
    expect(await restore([copyOf(aBooking({ checkin: aCheckin('copy') }))])).toEqual([{ outcome: 'written' }]);
    expect(knownStates).toEqual([{ booking: live }]);
    expect(await find()).toEqual(aBooking({ checkin: restored('copy') as CheckinRecord }));
  });

  it.each([
    [0, NOW - 1_000 * DAY, 'written'],
    [30, NOW - 30 * DAY, 'expired'],
    [30, NOW - 30 * DAY + 1_000, 'written'],
  ])('with a retention of %d days and the no-show time %d is %s', async (retentionDays, noShowAt, outcome) => {
    const { stores, created } = open([]);
    const restore = makeRestoreBookings({ ...stores, retentionDays }, makeRules(), NOW);
    const copy = aBooking({ checkinOpensAt: noShowAt - 1, noShowAt });
    expect(await restore([copyOf(copy)])).toEqual([{ outcome }]);
    expect(created).toHaveLength(outcome === 'written' ? 1 : 0);
  });
});
