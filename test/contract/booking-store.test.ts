import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, it } from '@jest/globals';
import { rebook, type Booking, type BookingPeriod, type IndexedBooking } from '../../shared/domain/booking.ts';
import type { UserRef } from '../../shared/domain/user.ts';
import { aBooking as makeBooking, aCheckin } from '../support/bookings.ts';
import { findOpen, makeTestBookingStore } from '../support/booking-store.ts';
import { freshCompanyId } from '../support/fresh-company-id.ts';
import { openDatabase } from '../support/open-database.ts';
import { makeRepeatingDatabase } from '../support/repeating-database.ts';

const db = await openDatabase();
afterAll(() => db.close());
const store = makeTestBookingStore(db.database, db.tableNames.bookings);

const HOUR = 60 * 60_000;
const at = Date.UTC(2026, 10, 21, 8);

const record = aCheckin('request-1', at, { receivedAt: at + 5, idempotencyKey: 'swipe-1', notify: true });

const aBooking = (user: UserRef, changes: Partial<Booking> = {}): Booking =>
  makeBooking({ user, name: 'Desk 4.12', ...changes });

const aUser = (): UserRef => ({ companyId: freshCompanyId(), userId: 1 });

describe('The booking store', () => {
  it.each([
    ['before 1970', Date.UTC(1969, 6, 20)],
    ['in the year 0', -62_167_219_200_000],
    ['after the year 9999', 253_402_387_139_000],
  ])('finds a booking %s', async (_, time) => {
    const user = aUser();
    await store.save(aBooking(user, { checkinOpensAt: time, noShowAt: time + 1 }));
    expect(await findOpen(store, user, time)).toEqual(['desk']);
  });

  it('finds no booking of another user or company, even with similar keys', async () => {
    const companyId = freshCompanyId();
    await store.save(aBooking({ companyId: `${companyId}#1`, userId: 2 }));
    await store.save(aBooking({ companyId, userId: 12 }));
    expect(await findOpen(store, { companyId, userId: 1 }, at)).toEqual([]);
    expect(await findOpen(store, { companyId: `${companyId}%231`, userId: 2 }, at)).toEqual([]);
  });

  it('checks a booking in once, stores the record unchanged, and returns it to a second request', async () => {
    const user = aUser();
    await store.save(aBooking(user));
    const booking = { ...aBooking(user), checkin: record };
    expect(await store.checkIn(user, 'desk', record)).toEqual({ kind: 'checked-in', booking });
    const second = await store.checkIn(user, 'desk', { ...record, requestId: 'request-2' });
    expect(second).toEqual({ kind: 'already-checked-in', booking });
    expect(await store.list(user)).toEqual([booking]);
  });

  it('finds only the bookings that one check-in checked in', async () => {
    const user = aUser();
    const later = { noShowAt: at + 2 * HOUR };
    const opensLater = { bookingId: 'opens later', checkinOpensAt: at + HOUR, noShowAt: at + 9 * HOUR };
    for (const changes of [
      later,
      { bookingId: 'parking', checkinOpensAt: at },
      { bookingId: 'another gate' },
      { bookingId: 'none' },
      opensLater,
    ])
      await store.save(aBooking(user, changes));
    await store.checkIn(user, 'desk', record);
    await store.checkIn(user, 'parking', { ...record, requestId: 'request-2' });
    await store.checkIn(user, 'another gate', { ...record, checkinId: 'request-3' });
    const found = await store.findCheckedIn(user, record);
    expect(found.map(({ bookingId }) => bookingId).toSorted()).toEqual(['desk', 'parking']);
    expect(found).toContainEqual({ ...aBooking(user, later), checkin: record });
  });

  it('finds the user’s bookings by their ids, and the bookings of any users by their references', async () => {
    const [user, other] = [aUser(), aUser()];
    for (const bookingId of ['first', 'last', 'not asked for']) await store.save(aBooking(user, { bookingId }));
    await store.save(aBooking(other, { bookingId: 'of another' }));
    await store.checkIn(user, 'last', record);
    const found = await store.find(user, ['first', 'unknown', 'of another', 'last']);
    expect(found.toSorted((one, next) => (one.bookingId < next.bookingId ? -1 : 1))).toEqual([
      aBooking(user, { bookingId: 'first' }),
      { ...aBooking(user, { bookingId: 'last' }), checkin: record },
    ]);
    expect(await store.findAll([{ user: other, bookingId: 'of another' }])).toEqual([
      aBooking(other, { bookingId: 'of another' }),
    ]);
  });

  it.each([
    ['that opens a millisecond later', { checkinOpensAt: at + 1 }],
    ['whose no-show time is now', { noShowAt: at }],
    ['that does not exist', { bookingId: 'another' }],
  ])('does not check in a booking %s', async (_, changes) => {
    const user = aUser();
    await store.save(aBooking(user, changes));
    expect(await store.checkIn(user, 'desk', record)).toMatchObject({ kind: 'closed' });
    expect((await store.list(user)).filter(({ checkin }) => checkin)).toEqual([]);
  });

  it('lets exactly one of many simultaneous check-ins check in a booking', async () => {
    const user = aUser();
    await store.save(aBooking(user));
    const records = Array.from({ length: 8 }, (_, gate) => ({ ...record, requestId: `request-${gate}` }));
    const outcomes = await Promise.all(records.map((each) => store.checkIn(user, 'desk', each)));
    expect(outcomes.filter(({ kind }) => kind === 'checked-in')).toHaveLength(1);
  });

  it('writes nothing for an unchanged booking, and saves a changed one without undoing its check-in', async () => {
    const user = aUser();
    expect(await store.save(aBooking(user))).toBe('written');
    expect(await store.save(aBooking(user))).toBe('unchanged');
    await store.checkIn(user, 'desk', record);
    const { name, ...nameless } = aBooking(user, { kind: 'parking', noShowAt: at + 2 * HOUR });
    expect(await store.save(nameless)).toBe('written');
    expect(await store.save(nameless)).toBe('unchanged');
    expect(await store.list(user)).toEqual([{ ...nameless, checkin: record }]);
  });

  it('keeps a check-in that is made during a move only if the new period contains the check-in', async () => {
    const user = aUser();
    const laterPeriod = { checkinOpensAt: at + 1, noShowAt: at + HOUR };
    const widerPeriod = { checkinOpensAt: at - 1, noShowAt: at + HOUR };
    const ids = Array.from({ length: 6 }, (_, index) => `booking-${index}`);
    await Promise.all(ids.map((bookingId) => store.save(aBooking(user, { bookingId }))));
    const outcomes = await Promise.all(
      ids.map(async (bookingId, index) => {
        const move = store.save(aBooking(user, { bookingId, ...(index % 2 === 0 ? widerPeriod : laterPeriod) }));
        const [outcome] = await Promise.all([store.checkIn(user, bookingId, record), move]);
        return [bookingId, outcome.kind] as const;
      }),
    );
    const kinds = new Map(outcomes);
    const bookings = await store.list(user);
    const stillOpen = bookings.filter(({ checkinOpensAt }) => checkinOpensAt <= at);
    expect(stillOpen).toHaveLength(3);
    expect(stillOpen.map(({ bookingId, checkin }) => [kinds.get(bookingId), checkin])).toEqual(
      Array.from({ length: 3 }, () => ['checked-in', record]),
    );
    expect(bookings.filter(({ checkin }) => checkin)).toHaveLength(3);
  });

  it("changes the current booking even if the caller's copy is out of date, and returns the previous state", async () => {
    const user = aUser();
    await store.save(aBooking(user));
    const [known] = await store.findAll([{ user, bookingId: 'desk' }]);
    await store.checkIn(user, 'desk', record);
    const seen: unknown[] = [];
    const rename = (before: Booking | undefined) => {
      seen.push(before);
      return rebook(before, aBooking(user, { name: 'Desk 5' }), at);
    };
    const change = await store.change({ user, bookingId: 'desk' }, rename, { booking: known });
    const checkedIn = { ...aBooking(user), checkin: record };
    expect(change).toEqual({ outcome: 'written', before: checkedIn, after: { ...checkedIn, name: 'Desk 5' } });
    expect(seen.at(-1)).toEqual(checkedIn);
    expect(await store.list(user)).toEqual([{ ...checkedIn, name: 'Desk 5' }]);
  });

  it('deletes a booking, and returns the deleted booking once', async () => {
    const user = aUser();
    const ref = { user, bookingId: 'desk' };
    await store.save(aBooking(user));
    await store.checkIn(user, 'desk', record);
    const cancel = () => store.change(ref, () => undefined);
    const before = { ...aBooking(user), checkin: record };
    expect(await cancel()).toEqual({ outcome: 'deleted', before, after: undefined });
    expect(await cancel()).toEqual({ outcome: 'unchanged', before: undefined, after: undefined });
    expect(await store.list(user)).toEqual([]);
    expect(await findOpen(store, user, at)).toEqual([]);
  });

  it('finds the periods that overlap a range, where the ends of the periods and of the range are exclusive', async () => {
    const user = aUser();
    const range = { from: at, until: at + HOUR };
    const overlapping = [
      { bookingId: 'ends a millisecond later', checkinOpensAt: at - 71 * HOUR, noShowAt: at + 1 },
      { bookingId: 'inside', checkinOpensAt: at + 1, noShowAt: at + 2 },
      { bookingId: 'around', checkinOpensAt: at - HOUR, noShowAt: at + 2 * HOUR },
      { bookingId: 'opens just before the range ends', checkinOpensAt: at + HOUR - 1, noShowAt: at + 73 * HOUR - 1 },
    ];
    const others = [
      { bookingId: 'ends as the range begins', checkinOpensAt: at - HOUR, noShowAt: at },
      { bookingId: 'opens as the range ends', checkinOpensAt: at + HOUR, noShowAt: at + 2 * HOUR },
    ];
    for (const period of [...others, ...overlapping]) await store.save(aBooking(user, period));
    const kind = 'parking';
    const nameless = { bookingId: 'without a name', kind, checkinOpensAt: at, noShowAt: at + 3 } as const;
    await store.save({ user, ...nameless });
    const found = await store.findOverlapping(user, range);
    const { name = '' } = aBooking(user);
    const expected = [...overlapping.map((period) => ({ ...period, kind: 'position' as const, name })), nameless];
    const inOrder = (periods: readonly BookingPeriod[]) =>
      periods.toSorted((one, other) => one.noShowAt - other.noShowAt);
    expect(inOrder(found)).toEqual(inOrder(expected));
  });

  it('finds a booking once that moves from one page of the index to the next between two reads', async () => {
    const user = aUser();
    await store.save(aBooking(user));
    let pages = 0;
    const send = async ({ input }: QueryCommand) => {
      pages += 1;
      const page = await db.database.send(new QueryCommand({ ...input, ExclusiveStartKey: undefined }));
      return pages === 1 ? { ...page, LastEvaluatedKey: { bookingId: 'earlier' } } : page;
    };
    const moving = makeTestBookingStore({ send } as never, db.tableNames.bookings);
    expect(await findOpen(moving, user, at)).toEqual(['desk']);
    expect(pages).toBe(2);
  });

  it('reports a change as written if the SDK repeats it after a lost response', async () => {
    const user = aUser();
    const repeating = makeTestBookingStore(makeRepeatingDatabase(db.database), db.tableNames.bookings);
    const by = { actor: { through: 'sync', id: 'hr' }, requestId: 'request-1', now: () => at } as const;
    const change = await repeating.change({ user, bookingId: 'desk' }, () => aBooking(user), undefined, { by });
    expect(change.outcome).toBe('written');
  });

  it('lists the bookings that open in a range touching three UTC days, in order and page by page', async () => {
    const companyId = freshCompanyId();
    const midnight = Date.UTC(2026, 10, 21);
    const range = { from: midnight - HOUR / 2, until: midnight + 24.5 * HOUR };
    const openingTimes = [
      range.from - 1,
      range.from,
      midnight - 1,
      midnight,
      at,
      at,
      midnight + 24 * HOUR,
      range.until - 1,
      range.until,
    ];
    for (const [index, checkinOpensAt] of openingTimes.entries())
      await store.save(
        aBooking(
          { companyId, userId: index },
          { bookingId: `b${index}`, checkinOpensAt, noShowAt: checkinOpensAt + HOUR },
        ),
      );
    await store.save(aBooking({ companyId: `${companyId}#2026-11-21`, userId: 1 }));
    for (const limit of [2, 3, 7, 100]) {
      const found: IndexedBooking[] = [];
      for (;;) {
        const after = found.at(-1);
        const part = await store.listByOpening(companyId, range, { limit, ...(after && { after }) });
        found.push(...part);
        if (part.length < limit) break;
      }
      expect(found.map(({ checkinOpensAt }) => checkinOpensAt)).toEqual(openingTimes.slice(1, -1));
      expect(new Set(found.map(({ bookingId }) => bookingId)).size).toBe(7);
      expect(found[0]).toEqual({
        user: { companyId, userId: 1 },
        bookingId: 'b1',
        checkinOpensAt: range.from,
        name: 'Desk 4.12',
      });
    }
  });

  it('lists a booking once, at its new time, if it moves to a later UTC day between two reads', async () => {
    const user = aUser();
    const nextDay = at + 24 * HOUR;
    for (const bookingId of ['desk', 'parking'])
      await store.save(aBooking(user, { bookingId, checkinOpensAt: at, noShowAt: at + HOUR }));
    let isMoved = false;
    const send = async (command: never): Promise<unknown> => {
      const result = await db.database.send(command);
      if (!isMoved) await store.save(aBooking(user, { checkinOpensAt: nextDay, noShowAt: nextDay + HOUR }));
      isMoved = true;
      return result;
    };
    const moving = makeTestBookingStore({ send }, db.tableNames.bookings);
    const found = await moving.listByOpening(user.companyId, { from: at, until: nextDay + 1 }, { limit: 9 });
    expect(found.map(({ bookingId, checkinOpensAt }) => [bookingId, checkinOpensAt])).toEqual([
      ['parking', at],
      ['desk', nextDay],
    ]);
  });

  it('finds no bookings in an empty range, such as a day that a time zone skipped', async () => {
    const user = aUser();
    await store.save(aBooking(user, { checkinOpensAt: at, noShowAt: at + HOUR }));
    expect(await store.listByOpening(user.companyId, { from: at, until: at }, { limit: 9 })).toEqual([]);
  });

  it('lists a user’s bookings in the order of their ids', async () => {
    const user = aUser();
    for (const bookingId of ['b', 'a', 'B', 'ä']) await store.save(aBooking(user, { bookingId }));
    expect((await store.list(user)).map(({ bookingId }) => bookingId)).toEqual(['B', 'a', 'b', 'ä']);
  });
});
