import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Booking, BookingOutcome, CheckInBookings, CheckinRecord } from '../../../../shared/domain/booking.ts';
import { checkInInOrder, type OrderedCheckin } from '../../../../shared/use-cases/checkin/check-in-in-order.ts';
import { makeInMemoryBookings } from '../../../support/fakes/in-memory-bookings.ts';

const at = Date.UTC(2026, 10, 21, 8);
const recordOf = (checkinId: string): CheckinRecord => ({
  at,
  receivedAt: at,
  clientId: 'gate',
  requestId: checkinId,
  checkinId,
  notify: false,
});
const userOf = (userId: number) => ({ companyId: 'acme', userId });
const bookingIds = ['desk', 'parking', 'locker'] as const;

/** The outcomes, and the number of rounds of writes. */
const openTogether = (existing: readonly Booking[], isAway: (bookingId: string) => boolean = () => false) => {
  const bookings = makeInMemoryBookings(existing);
  const waves: number[] = [];
  const repeated: (number | undefined)[] = [];
  const checkInBookings: CheckInBookings = (checkins) => {
    waves.push(checkins.length);
    repeated.push(...checkins.map(({ firstReceivedAt }) => firstReceivedAt));
    const one = async ({ user, bookingId, record }: (typeof checkins)[number]) => {
      if (isAway(bookingId)) throw new Error('away');
      return bookings.checkIn(user, bookingId, record);
    };
    return Promise.allSettled(checkins.map(one));
  };
  return { bookings, waves, repeated, checkInBookings };
};

interface Described {
  readonly userId: number;
  readonly bookingId: string;
  readonly isOpen: boolean;
  readonly doneBy: string | undefined;
  readonly undone: readonly string[];
}

const arbitraryBooking: fc.Arbitrary<Described> = fc.record({
  userId: fc.integer({ min: 1, max: 2 }),
  bookingId: fc.constantFrom(...bookingIds),
  isOpen: fc.boolean(),
  doneBy: fc.option(fc.constantFrom('c0', 'c1', 'earlier'), { nil: undefined }),
  undone: fc.subarray(['c0', 'c1', 'c2']),
});

const toBooking = ({ userId, bookingId, isOpen, doneBy, undone }: Described): Booking => ({
  user: userOf(userId),
  bookingId,
  kind: 'position',
  checkinOpensAt: isOpen ? at : at + 1,
  noShowAt: at + 60_000,
  ...(doneBy !== undefined && { checkin: recordOf(doneBy) }),
  ...(undone.length > 0 && { undone }),
});

const arbitraryCheckins = fc
  .array(fc.record({ userId: fc.integer({ min: 1, max: 2 }), open: fc.subarray([...bookingIds]) }), { maxLength: 4 })
  .map((all) =>
    all.map(({ userId, open }, index): OrderedCheckin => ({
      user: userOf(userId),
      open,
      record: recordOf(`c${index}`),
    })),
  );

describe('Check-ins in their order', () => {
  it('have the same outcomes as one after the other, whether existing check-ins are known or not', async () => {
    const arbitraryBookings = fc.array(arbitraryBooking, { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(arbitraryBookings, arbitraryCheckins, fc.boolean(), async (described, checkins, isKnown) => {
        const existing = described.map(toBooking);
        const { bookings: together, checkInBookings } = openTogether(existing);
        const oneByOne = makeInMemoryBookings(existing);
        const expected: BookingOutcome[][] = [];
        for (const { user, open, record } of checkins) {
          const outcomes: BookingOutcome[] = [];
          for (const bookingId of open) outcomes.push(await oneByOne.checkIn(user, bookingId, record));
          expected.push(outcomes);
        }
        const known = isKnown ? await together.findAll(described.map(toBooking)) : [];
        const findDone = (ref: { user: { userId: number }; bookingId: string }) =>
          known.find(({ user, bookingId }) => user.userId === ref.user.userId && bookingId === ref.bookingId)?.checkin;
        const outcomes = await checkInInOrder(checkins, findDone, checkInBookings);
        expect(outcomes).toEqual(expected.map((all) => all.map((value) => ({ status: 'fulfilled', value }))));
        for (const userId of [1, 2])
          expect(await together.list(userOf(userId))).toEqual(await oneByOne.list(userOf(userId)));
      }),
    );
  });

  it('write each booking once, all at once', async () => {
    const existing = [1, 2].flatMap((userId) =>
      bookingIds.map((bookingId) => toBooking({ userId, bookingId, isOpen: true, doneBy: undefined, undone: [] })),
    );
    const { waves, checkInBookings } = openTogether(existing);
    const checkins = [1, 2, 1, 2].map((userId, index) => ({
      user: userOf(userId),
      open: bookingIds,
      record: recordOf(`c${index}`),
    }));
    await checkInInOrder(checkins, () => undefined, checkInBookings);
    expect(waves).toEqual([6]);
  });

  it('do not write a booking whose check-in is known or was found by an earlier write', async () => {
    const existing = [1, 2].map((userId) =>
      toBooking({ userId, bookingId: 'desk', isOpen: true, doneBy: 'earlier', undone: [] }),
    );
    const { waves, checkInBookings } = openTogether(existing);
    const checkins = [1, 2, 1, 2].map((userId, index) => ({
      user: userOf(userId),
      open: ['desk'],
      record: recordOf(`c${index}`),
    }));
    const findDone = ({ user }: { readonly user: { readonly userId: number } }) =>
      user.userId === 1 ? recordOf('earlier') : undefined;
    const outcomes = await checkInInOrder(checkins, findDone, checkInBookings);
    const done = { status: 'fulfilled', value: { kind: 'already-checked-in', record: recordOf('earlier') } };
    expect(outcomes).toEqual(checkins.map(() => [done]));
    expect(waves).toEqual([1]);
  });

  it('write for a repeat when its first request was received', async () => {
    const { repeated, checkInBookings } = openTogether([]);
    const first = { user: userOf(1), open: ['desk'], record: recordOf('c0') };
    const repeat = { user: userOf(2), open: ['desk'], record: recordOf('c1'), firstReceivedAt: at - 5 };
    await checkInInOrder([first, repeat], () => undefined, checkInBookings);
    expect(repeated).toEqual([undefined, at - 5]);
  });

  it('fail after a failed one for the same booking, but not for other bookings', async () => {
    const existing = bookingIds.map((bookingId) =>
      toBooking({ userId: 1, bookingId, isOpen: true, doneBy: undefined, undone: [] }),
    );
    const { waves, checkInBookings } = openTogether(existing, (bookingId) => bookingId === 'desk');
    const checkins = [['desk'], ['desk', 'parking'], ['parking', 'locker']].map((open, index) => ({
      user: userOf(1),
      open,
      record: recordOf(`c${index}`),
    }));
    const outcomes = await checkInInOrder(checkins, () => undefined, checkInBookings);
    expect(outcomes.map((all) => all.map(({ status }) => status))).toEqual([
      ['rejected'],
      ['rejected', 'fulfilled'],
      ['fulfilled', 'fulfilled'],
    ]);
    expect(waves).toEqual([3]);
  });
});
