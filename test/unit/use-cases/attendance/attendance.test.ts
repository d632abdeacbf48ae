import { describe, expect, it } from '@jest/globals';
import type { Booking, BookingStore } from '../../../../shared/domain/booking.ts';
import { HOUR, MINUTE } from '../../../../shared/domain/instant.ts';
import type { User } from '../../../../shared/domain/user.ts';
import {
  readAttendance,
  type AttendanceRow,
  type AttendanceStores,
} from '../../../../shared/use-cases/attendance/attendance.ts';
import { listAttendance, type AttendancePageQuery } from '../../../../shared/use-cases/attendance/list-attendance.ts';
import { summariseAttendance } from '../../../../shared/use-cases/attendance/count-day.ts';
import { reportAttendance } from '../../../../shared/use-cases/attendance/report.ts';
import { aBooking, aCheckin } from '../../../support/bookings.ts';
import { readPages } from '../../../support/read-pages.ts';
import { makeInMemoryBookings, makeInMemoryUsers } from '../../../support/stores-in-memory.ts';
import { bookingKinds } from '../../../../shared/rules/bookings.ts';
import { makeUserStore } from '../../../../shared/adapters/dynamodb/user-store.ts';
import { makeUserSearchIndex } from '../../../../shared/adapters/dynamodb/user-search-index.ts';
import { localTableNames } from '../../../../shared/local-service.ts';
import { makeMemoryDatabase } from '../../../support/memory-database/memory-database.ts';

const midnight = Date.UTC(2026, 10, 21);
const NOW = midnight + 12 * HOUR;
const query = { companyId: 'acme', day: '2026-11-21', timeZone: 'UTC' };

const checkinAt = (at: number) => aCheckin('c', at);
const aMorningBooking = (bookingId: string, changes: Partial<Booking> = {}): Booking =>
  aBooking({ bookingId, checkinOpensAt: midnight + 8 * HOUR, noShowAt: midnight + 10 * HOUR, ...changes });

const ada: User = { companyId: 'acme', id: 1, uid: 'A', email: 'ada@example.com', devices: [] };

const storesWith = (...bookings: Booking[]) => ({
  bookings: makeInMemoryBookings(bookings),
  users: makeInMemoryUsers([ada]),
  searchIndex: { read: async () => ({ entries: [], isLast: true }) },
});

/** Makes the stores of a day with `count` bookings. They record the limit of each index query, and count the batch reads. */
const makeLargeDay = (count: number) => {
  const all = Array.from({ length: count }, (_, index) =>
    aMorningBooking(`b${index}`, { user: { companyId: 'acme', userId: index + 1 }, checkinOpensAt: midnight + index }),
  );
  const reads = { limits: [] as number[], bookings: 0, users: 0 };
  const listByOpening: BookingStore['listByOpening'] = async (_company, _range, { limit, after }) => {
    reads.limits.push(limit);
    const start = after ? after.checkinOpensAt - midnight + 1 : 0;
    return all.slice(start, start + limit);
  };
  const findBookings = async (refs: readonly unknown[]) => {
    reads.bookings += 1;
    return refs as Booking[];
  };
  const findUsers = async () => {
    reads.users += 1;
    return new Map();
  };
  const stores = {
    ...storesWith(),
    bookings: { listByOpening, findAll: findBookings },
    users: { findStates: findUsers, findAll: async () => [] },
  };
  return { stores, reads };
};

const readAll = async (stores: AttendanceStores): Promise<AttendanceRow[]> => {
  const all: AttendanceRow[] = [];
  for await (const rows of readAttendance(stores, query, NOW)) all.push(...rows);
  return all;
};

describe('Attendance of a day', () => {
  it('lists each booking that opens on the day, in order, as checked in, no-show or expected', async () => {
    const stores = storesWith(
      aMorningBooking('came', {
        name: 'Desk 7',
        checkinOpensAt: midnight,
        checkin: { ...checkinAt(midnight + 9 * HOUR), reader: 'Door 3' },
      }),
      aMorningBooking('no-show'),
      aMorningBooking('ends now', { noShowAt: NOW, checkinOpensAt: midnight + 9 * HOUR }),
      aMorningBooking('expected', { noShowAt: NOW + 1, checkinOpensAt: midnight + 10 * HOUR, kind: 'parking' }),
      aMorningBooking('of an unknown user', {
        user: { companyId: 'acme', userId: 2 },
        checkinOpensAt: midnight + 24 * HOUR - 1,
        noShowAt: midnight + 30 * HOUR,
      }),
      aMorningBooking('the day after', { checkinOpensAt: midnight + 24 * HOUR, noShowAt: midnight + 25 * HOUR }),
      aMorningBooking('the day before', { checkinOpensAt: midnight - 1 }),
      aMorningBooking('of others', { user: { companyId: 'globex', userId: 1 } }),
    );
    const rows = await readAll(stores);
    expect(rows.map(({ bookingId, result }) => [bookingId, result])).toEqual([
      ['came', 'checked_in'],
      ['no-show', 'no_show'],
      ['ends now', 'no_show'],
      ['expected', 'expected'],
      ['of an unknown user', 'expected'],
    ]);
    expect(rows[0]).toEqual({
      userId: 1,
      uid: 'A',
      email: 'ada@example.com',
      bookingId: 'came',
      kind: 'position',
      name: 'Desk 7',
      checkinOpensAt: '2026-11-21T00:00:00.000Z',
      noShowAt: '2026-11-21T10:00:00.000Z',
      result: 'checked_in',
      checkedInAt: '2026-11-21T09:00:00.000Z',
      reader: 'Door 3',
    });
    expect(Object.keys(rows[4] ?? {})).toEqual(['userId', 'bookingId', 'kind', 'checkinOpensAt', 'noShowAt', 'result']);
  });

  it('omits bookings that were moved or cancelled but are still in the index', async () => {
    const { bookings, ...others } = storesWith(
      aMorningBooking('moved', { checkinOpensAt: midnight + 24 * HOUR, noShowAt: midnight + 25 * HOUR }),
      aMorningBooking('moved earlier', { checkinOpensAt: midnight - 1 }),
      aMorningBooking('here'),
    );
    const stale = ['cancelled', 'moved', 'moved earlier', 'here'].map((bookingId) => aMorningBooking(bookingId));
    const listByOpening: BookingStore['listByOpening'] = async () => stale;
    const stores = { ...others, bookings: { ...bookings, listByOpening } };
    const rows = await readAll(stores);
    expect(rows.map(({ bookingId }) => bookingId)).toEqual(['here']);
    expect((await summariseAttendance(stores, query, NOW)).totals).toMatchObject({ booked: 1, noShow: 1 });
  });

  it('omits a booking that was written while the person was being removed, even if somebody else has the id now', async () => {
    const written = (bookingId: string, at: number, userId = 1) =>
      aMorningBooking(bookingId, {
        user: { companyId: 'acme', userId },
        changedBy: { through: 'sync', id: 'hr', at },
        checkinOpensAt: midnight + 8 * HOUR + userId,
      });
    const removedAt = NOW - MINUTE;
    const stores = storesWith(
      written('left over', removedAt + 1),
      written('of an earlier holder of the id', removedAt + 1, 2),
      written('of the new holder of the id', removedAt + 2, 2),
      written('of an unknown user', removedAt + 1, 3),
    );
    const ref = { companyId: 'acme', userId: 2 };
    const by = { actor: { through: 'cli', id: 'olive' }, now: () => removedAt + 2 } as const;
    await stores.users.change({ companyId: 'acme', userId: 1 }, () => undefined);
    await stores.users.save({ companyId: 'acme', id: 2 });
    await stores.users.change(ref, () => undefined);
    await stores.users.change(ref, () => ({ companyId: 'acme', id: 2 }), undefined, { by });
    const shown = ['of the new holder of the id', 'of an unknown user'];
    expect((await readAll(stores)).map(({ bookingId }) => bookingId)).toEqual(shown);
    const page = await listAttendance(stores, { ...query, limit: 10 }, NOW);
    expect(page.items.map(({ bookingId }) => bookingId)).toEqual(shown);
    expect((await summariseAttendance(stores, query, NOW)).totals.booked).toBe(2);
  });

  it('has a booking once that moves while the day is read in parts', async () => {
    const { stores } = makeLargeDay(1_500);
    const { listByOpening } = stores.bookings;
    const moving: BookingStore['listByOpening'] = async (company, range, page) => {
      const part = await listByOpening(company, range, page);
      const [first] = await listByOpening(company, range, { limit: 1 });
      return page.after && first ? [...part, { ...first, checkinOpensAt: midnight + 20 * HOUR }] : part;
    };
    const moved = { ...stores, bookings: { ...stores.bookings, listByOpening: moving } };
    expect(await readAll(moved)).toHaveLength(1_500);
    expect((await summariseAttendance(moved, query, NOW)).totals.booked).toBe(1_500);
  });

  it('yields no empty part', async () => {
    const listByOpening: BookingStore['listByOpening'] = async () => [aMorningBooking('cancelled')];
    const { bookings, users } = storesWith();
    const parts = readAttendance({ bookings: { ...bookings, listByOpening }, users }, query, NOW);
    expect(await parts.next()).toEqual({ done: true, value: undefined });
  });

  it('reads a day of 20,000 bookings in parts, each with one query and two batch reads', async () => {
    const { stores, reads } = makeLargeDay(20_000);
    const parts: number[] = [];
    for await (const rows of readAttendance(stores, query, NOW)) parts.push(rows.length);
    expect(parts).toEqual(Array.from({ length: 20 }, () => 1_000));
    expect([reads.limits.length, reads.bookings, reads.users]).toEqual([21, 20, 20]);
  });
});

describe('Attendance page by page', () => {
  const stores = storesWith(
    ...Array.from({ length: 25 }, (_, index) =>
      aMorningBooking(`b${index}`, {
        user: { companyId: 'acme', userId: 1 + (index % 3) },
        checkinOpensAt: midnight + Math.floor(index / 3) * MINUTE,
        // Neighbours have the same kind, so that a filtered page can end between them.
        kind: bookingKinds[Math.floor(index / 2) % 2] as Booking['kind'],
        ...(index % 5 === 0 && { checkin: checkinAt(midnight + HOUR) }),
        ...(index % 4 === 0 && { site: 'Berlin' }),
      }),
    ),
  );

  const listAll = async (filter: Partial<AttendancePageQuery>, limit: number) => {
    const pages = await readPages((next: AttendancePageQuery['next']) =>
      listAttendance(stores, { ...query, ...filter, limit, next }, NOW),
    );
    for (const { items } of pages) expect(items.length).toBeLessThanOrEqual(limit);
    return pages.flatMap(({ items }) => items);
  };

  it.each([
    [{}, 25],
    [{ kind: 'parking' as const }, 12],
    [{ result: 'checked_in' as const }, 5],
    [{ site: 'Berlin' }, 7],
    [{ result: 'no_show' as const, kind: 'position' as const }, 10],
  ])('lists the bookings that match %j, each once, with any limit', async (filter, count) => {
    const whole = await listAll(filter, 100);
    expect(whole).toHaveLength(count);
    for (const limit of [1, 4, 24, 25]) expect(await listAll(filter, limit)).toEqual(whole);
  });

  it.each([
    ['opening', midnight - 1],
    ['name', midnight + 24 * HOUR],
  ] as const)('rejects a position in another day: %s, %d', async (order, checkinOpensAt) => {
    const next = { order, checkinOpensAt, userId: 1, bookingId: 'b' };
    await expect(listAttendance(stores, { ...query, limit: 1, next }, NOW)).rejects.toEqual(
      expect.objectContaining({ code: 'invalid_cursor' }),
    );
  });

  it.each<[Partial<AttendancePageQuery>, number[]]>([
    // The first read finds that the day is too large to be sorted by name.
    [{ limit: 10 }, [1_001, 10]],
    [{ limit: 2_000 }, [1_001, 1_000, 1_000]],
    [{ limit: 10, kind: 'position' }, [1_001, 1_000]],
  ])('for the query %j, reads index entries with the limits %j', async (filter, limits) => {
    const { stores: large, reads } = makeLargeDay(2_500);
    const { items, next } = await listAttendance(large, { ...query, limit: 0, ...filter }, NOW);
    expect(items).toHaveLength(filter.limit ?? 0);
    expect(next).toBeDefined();
    expect(reads.limits).toEqual(limits);
  });

  it('reads at most 5,000 index entries for a page, and begins the next page after the last entry read', async () => {
    const { stores: large, reads } = makeLargeDay(5_500);
    const filter = { ...query, kind: 'parking', limit: 10 } as const;
    const first = await listAttendance(large, filter, NOW);
    expect([first.items, reads.limits.length]).toEqual([[], 6]);
    const second = await listAttendance(large, { ...filter, next: first.next }, NOW);
    expect([second.items, second.next, reads.limits.length]).toEqual([[], undefined, 7]);
  });
});

describe('The order of a day', () => {
  const names = ['Érika', 'Ana', 'ana', undefined, 'Zoe'];
  const users = makeInMemoryUsers(
    names.map((name, index): User => ({ companyId: 'acme', id: index + 1, ...(name && { name }), devices: [] })),
  );
  const bookings = makeInMemoryBookings(
    [6, 5, 4, 3, 2, 1].map((userId, index) =>
      aMorningBooking(`b${userId}`, { user: { companyId: 'acme', userId }, checkinOpensAt: midnight + index }),
    ),
  );
  const stores = { ...storesWith(), bookings, users };

  it('is by name, without case and accents, then by id; people without a name come last', async () => {
    const pages = await readPages((next: AttendancePageQuery['next']) =>
      listAttendance(stores, { ...query, limit: 4, next }, NOW),
    );
    expect(new Set(pages.map(({ order }) => order))).toEqual(new Set(['name']));
    const people = pages.flatMap(({ items }) => items.map(({ userId }) => userId));
    expect(people).toEqual([2, 3, 1, 5, 4, 6]);
    expect(pages[0]).toMatchObject({ withoutBooking: [], next: { order: 'name' } });
  });

  it('hides nobody if the last person of a page is removed before the next page', async () => {
    const people = [1, 2].map((id): User => ({ companyId: 'acme', id, name: `Ana ${id}`, devices: [] }));
    const booked = [1, 2, 3].map((userId) => aMorningBooking(`b${userId}`, { user: { companyId: 'acme', userId } }));
    const own = { ...storesWith(), users: makeInMemoryUsers(people), bookings: makeInMemoryBookings(booked) };
    const { next } = await listAttendance(own, { ...query, limit: 1 }, NOW);
    const user = { companyId: 'acme', userId: 1 };
    await own.users.change(user, () => undefined);
    await own.bookings.change({ user, bookingId: 'b1' }, () => undefined);
    await expect(listAttendance(own, { ...query, limit: 1, next }, NOW)).rejects.toMatchObject({
      code: 'invalid_cursor',
    });
  });

  it('is by opening time if the day has more than 1,000 bookings, and a cursor by name is then rejected', async () => {
    const first = await listAttendance(stores, { ...query, limit: 4 }, NOW);
    const { stores: sorted } = makeLargeDay(1_000);
    expect(await listAttendance(sorted, { ...query, limit: 4 }, NOW)).toMatchObject({ order: 'name' });
    const { stores: large } = makeLargeDay(1_001);
    expect(await listAttendance(large, { ...query, limit: 4 }, NOW)).toMatchObject({ order: 'opening' });
    await expect(listAttendance(large, { ...query, limit: 4, next: first.next }, NOW)).rejects.toEqual(
      expect.objectContaining({ code: 'invalid_cursor' }),
    );
  });
});

it('A report has a page for as many days as contain 20,000 bookings', async () => {
  const { stores } = makeLargeDay(20_000);
  const report = { ...query, from: '2026-11-20', until: '2026-11-22' };
  const listByOpening: BookingStore['listByOpening'] = async (company, range, page) =>
    range.from === midnight ? stores.bookings.listByOpening(company, range, page) : [];
  const bookings = { ...stores.bookings, listByOpening };
  const first = await reportAttendance({ ...stores, bookings }, report, NOW);
  expect(first).toEqual({
    items: [
      { day: '2026-11-20', people: 0, booked: 0, checkedIn: 0, noShow: 0, expected: 0 },
      { day: '2026-11-21', people: 0, booked: 20_000, checkedIn: 0, noShow: 20_000, expected: 0, rate: 0 },
    ],
    sites: [],
    next: '2026-11-22',
  });
  const second = await reportAttendance({ ...stores, bookings }, { ...report, next: first.next }, NOW);
  expect(second).toMatchObject({ items: [{ day: '2026-11-22', booked: 0 }] });
  expect(second.next).toBeUndefined();
  for (const next of ['2026-11-19', '2026-11-23']) {
    const page = reportAttendance({ ...stores, bookings }, { ...report, next }, NOW);
    await expect(page).rejects.toEqual(expect.objectContaining({ code: 'invalid_cursor' }));
  }
});

it('A report ends with its last day, also if no four digits name the year after it', async () => {
  const stores = storesWith();
  let left = 2;
  const listByOpening: BookingStore['listByOpening'] = async () => {
    left -= 1;
    if (left < 0) throw new Error('a third day');
    return [];
  };
  const bookings = { ...stores.bookings, listByOpening };
  const days = { from: '9999-12-30', until: '9999-12-31' };
  const { items, next } = await reportAttendance({ ...stores, bookings }, { ...query, ...days }, NOW);
  expect([items.map(({ day }) => day), next]).toEqual([['9999-12-30', '9999-12-31'], undefined]);
});

it('A report counts people once, and has the rate of those who came, also for one site', async () => {
  const stores = storesWith(
    aMorningBooking('a', { site: 'Porto', checkin: checkinAt(midnight + 9 * HOUR) }),
    aMorningBooking('b', { kind: 'parking', checkin: checkinAt(midnight + 9 * HOUR) }),
    aMorningBooking('c', { site: 'Berlin' }),
    aMorningBooking('d', { site: 'Berlin' }),
  );
  const { day } = query;
  const report = (site?: string) => reportAttendance(stores, { ...query, from: day, until: day, site }, NOW);
  const sites = ['Berlin', 'Porto'];
  const whole = { day, people: 1, booked: 4, checkedIn: 2, noShow: 2, expected: 0, rate: 1 / 2 };
  expect(await report()).toStrictEqual({ items: [whole], sites });
  expect(await report('Porto')).toMatchObject({ items: [{ people: 1, booked: 1, rate: 1 }], sites });
});

describe('Attendance of the people whom a search finds', () => {
  const many = Array.from({ length: 101 }, (_, index) => ({ id: 3 + index, name: `Many ${index}` }));
  const people = [{ id: 1, name: 'Ada Lovelace' }, { id: 2, name: 'Zora' }, ...many];
  const zoe = { id: 900, name: 'Zoe' };
  const start = async (...more: Booking[]) => {
    const database = makeMemoryDatabase();
    const users = makeUserStore(database, localTableNames.users);
    for (const one of [...people, zoe]) await users.save({ companyId: 'acme', ...one });
    const bookings = makeInMemoryBookings([
      ...people.map(({ id }) => aMorningBooking(`desk-${id}`, { user: { companyId: 'acme', userId: id } })),
      aMorningBooking('parking', { kind: 'parking', checkinOpensAt: midnight + 9 * HOUR }),
      aMorningBooking('hall', { name: 'Hall of Zoe', user: { companyId: 'acme', userId: 2 } }),
      aMorningBooking('of an unknown user', { user: { companyId: 'acme', userId: 999 } }),
      ...more,
    ]);
    const reads = { entries: 0, bookings: 0 };
    const stores = {
      users,
      searchIndex: makeUserSearchIndex(database, localTableNames.users),
      bookings: {
        ...bookings,
        listByOpening: (...parameters: Parameters<BookingStore['listByOpening']>) => {
          reads.entries += 1;
          return bookings.listByOpening(...parameters);
        },
        findAll: (...parameters: Parameters<BookingStore['findAll']>) => {
          reads.bookings += parameters[0].length;
          return bookings.findAll(...parameters);
        },
      },
    };
    const list = (person: string, rest: Partial<AttendancePageQuery> = {}) =>
      listAttendance(stores, { ...query, search: person, limit: 1_000, ...rest }, NOW);
    return { list, reads };
  };
  const idsOf = (items: readonly AttendanceRow[]) => items.map(({ bookingId }) => bookingId);

  it('reads only the bookings of the people who are found, page by page', async () => {
    const { list, reads } = await start();
    const first = await list('ada', { limit: 1 });
    const second = await list('ada', { limit: 1, next: first.next });
    expect([idsOf(first.items), idsOf(second.items)]).toEqual([['desk-1'], ['parking']]);
    expect(second.withoutBooking).toEqual([]);
    expect(reads.bookings).toBe(4);
    expect(idsOf((await list('ada', { kind: 'parking' })).items)).toEqual(['parking']);
  });

  it('lists bookings by their names too, and on its first page people without a booking', async () => {
    const { list } = await start();
    const { items, withoutBooking } = await list(' zoe ');
    expect([idsOf(items), withoutBooking.map(({ id }) => id)]).toEqual([['hall'], [zoe.id]]);
    expect((await list('ada')).withoutBooking).toEqual([]);
  });

  it('on a day with more than 1,000 bookings, reads only theirs too, and lists people without one on the first page', async () => {
    const zoras = Array.from({ length: 1_001 }, (_, index) =>
      aMorningBooking(`b${index}`, { user: { companyId: 'acme', userId: 2 }, checkinOpensAt: midnight + index }),
    );
    const { list, reads } = await start(...zoras);
    expect(await list('zoe')).toMatchObject({
      order: 'opening',
      items: [{ bookingId: 'hall' }],
      withoutBooking: [zoe],
    });
    expect(reads).toEqual({ entries: 3, bookings: 1 });
    const first = await list('zo', { limit: 1 });
    const second = await list('zo', { next: first.next });
    expect([first.withoutBooking, second.withoutBooking]).toEqual([[], []]);
  });

  it('if more than 100 people are found, reads all bookings, and lists those of the people found', async () => {
    const { list } = await start();
    const { items, next } = await list('many');
    expect([idsOf(items).toSorted(), next]).toEqual([many.map(({ id }) => `desk-${id}`).toSorted(), undefined]);
  });
});

it('The summary of a day has totals, and the number of check-ins in each quarter of an hour', async () => {
  const opens = midnight + 8 * HOUR;
  const stores = storesWith(
    aMorningBooking('a', { checkin: checkinAt(opens + 15 * MINUTE) }),
    aMorningBooking('b', { checkin: checkinAt(opens + 14 * MINUTE) }),
    aMorningBooking('c', { site: 'Porto', checkin: checkinAt(opens) }),
    aMorningBooking('d', { site: 'Berlin' }),
    aMorningBooking('e', { noShowAt: NOW + HOUR }),
  );
  expect(await summariseAttendance(stores, query, NOW)).toStrictEqual({
    ...query,
    totals: { booked: 5, checkedIn: 3, noShow: 1, expected: 1 },
    sites: ['Berlin', 'Porto'],
    quarters: [
      { startsAt: '2026-11-21T08:00:00.000Z', checkedIn: 2 },
      { startsAt: '2026-11-21T08:15:00.000Z', checkedIn: 1 },
    ],
  });
  const inBerlin = await summariseAttendance(stores, { ...query, site: 'Berlin' }, NOW);
  expect(inBerlin).toMatchObject({ totals: { booked: 1, noShow: 1 }, sites: ['Berlin', 'Porto'], quarters: [] });
});
