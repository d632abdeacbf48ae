import { describe, expect, it } from '@jest/globals';
import { describeOutcomes } from './describe-outcomes.ts';
import fc from 'fast-check';
import type { Booking, BookingStore } from '../../../../shared/domain/booking.ts';
import type { UserStore } from '../../../../shared/domain/user.ts';
import {
  makeBookingImporter,
  type BookingImportOptions,
  type BookingImportStores,
} from '../../../../shared/use-cases/import/booking-records.ts';
import { makeReadLocalTime } from '../../../../shared/use-cases/import/local-time.ts';
import { aBooking, aCheckin } from '../../../support/bookings.ts';
import { makeInMemoryBookings, makeInMemoryUsers } from '../../../support/stores-in-memory.ts';

const base = { companyId: 'acme', bookingId: 'b-1', userId: 42, kind: 'position' };
const times = { checkinOpensAt: '2026-11-21T08:00:00+01:00', noShowAt: '2026-11-21t12:00:00.5z' };
const startAndMinutes = { startsAt: '2026-11-21T08:00:00Z', checkinAdvanceMinutes: 60, noShowMinutes: 240 };

const user = { companyId: 'acme', userId: 42 };
const item = { user, bookingId: 'b-1', kind: 'position' };
const utc = (text: string): number => Date.parse(text);

const PERIOD_FORMS = 'give either checkinOpensAt, noShowAt, or startsAt, checkinAdvanceMinutes, noShowMinutes';
const DATE_TIME = 'must be an RFC 3339 date-time with an offset, such as 2026-11-21T08:00:00+01:00';

const at = utc('2026-11-21T08:00:00Z');
const NOW = at - 3_600_000;
const booking = aBooking({ user, bookingId: 'b-1', name: 'Desk', checkinOpensAt: at - 60_000, noShowAt: at + 60_000 });

const importInto = (
  existing: readonly Booking[] = [],
  options: BookingImportOptions = {},
  changes: Partial<BookingImportStores> = {},
) => {
  const bookings = makeInMemoryBookings(existing);
  const users = makeInMemoryUsers([{ companyId: 'acme', id: 42, devices: [] }]);
  const importer = makeBookingImporter({ users, bookings, now: () => NOW, ...changes }, options);
  const apply = async (records: readonly unknown[], begunAt?: number) =>
    describeOutcomes((await importer.apply(records, begunAt === undefined ? undefined : { begunAt })).outcomes);
  return { apply, list: (userId = 42) => bookings.list({ ...user, userId }) };
};

const written = [{ outcome: 'written' }];
const refused = (reason: string) => [{ outcome: 'refused', reason }];

describe('Records of bookings', () => {
  it('can give the start and end of the check-in period', async () => {
    const { apply, list } = importInto();
    const period = { checkinOpensAt: utc('2026-11-21T07:00:00Z'), noShowAt: utc('2026-11-21T12:00:00.500Z') };
    expect(await apply([{ ...base, ...times }])).toEqual(written);
    expect(await list()).toEqual([{ ...item, ...period, openSince: NOW }]);
  });

  it('can give the start of the booking and the minutes before and after it', async () => {
    const { apply, list } = importInto();
    const period = { checkinOpensAt: utc('2026-11-21T07:00:00Z'), noShowAt: utc('2026-11-21T12:00:00Z') };
    expect(await apply([{ ...base, ...startAndMinutes, checkinOpensAt: null, noShowAt: null }])).toEqual(written);
    expect(await list()).toEqual([{ ...item, ...period, openSince: NOW }]);
  });

  it('leave attributes that they omit unchanged, and clear the name if it is null', async () => {
    const { apply, list } = importInto([booking]);
    const key = { companyId: 'acme', bookingId: 'b-1', userId: 42 };
    expect(await apply([key])).toEqual([{ outcome: 'unchanged' }]);
    expect(await apply([{ ...key, kind: 'parking' }])).toEqual(written);
    expect(await apply([{ ...key, noShowAt: '2026-11-21T08:02:00Z' }])).toEqual(written);
    expect(await list()).toEqual([{ ...booking, kind: 'parking', noShowAt: at + 120_000 }]);
    expect(await apply([{ ...key, noShowAt: null }])).toEqual(
      refused(`the check-in period is missing: ${PERIOD_FORMS}`),
    );
    expect(await apply([{ ...key, name: null }])).toEqual(written);
    const [{ name, ...nameless }] = (await list()) as [Booking];
    expect(name).toBeUndefined();
    expect(nameless).toMatchObject({ kind: 'parking', bookingId: 'b-1' });
  });

  it('with `deleted` delete the booking, and change nothing if it does not exist', async () => {
    const { apply, list } = importInto([{ ...booking, checkin: aCheckin('r') }]);
    const key = { companyId: 'acme', bookingId: 'b-1', userId: 42, deleted: true };
    expect(await apply([key, key])).toEqual([{ outcome: 'deleted' }, { outcome: 'unchanged' }]);
    expect(await list()).toEqual([]);
  });

  it('are rejected for users who do not exist, unless unknown users are allowed', async () => {
    const unknown = [{ ...base, ...times, userId: 43 }];
    expect(await importInto().apply(unknown)).toEqual(refused('the company has no user 43'));
    expect(await importInto([], { allowUnknownUsers: true }).apply(unknown)).toEqual(written);
    const orphan = { ...booking, user: { companyId: 'acme', userId: 43 } };
    const [record] = unknown;
    expect(await importInto([orphan]).apply([record ?? {}, { ...record, deleted: true }])).toEqual([
      { outcome: 'written' },
      { outcome: 'deleted' },
    ]);
    const again = [{ ...record, deleted: true }, record];
    expect(await importInto([orphan]).apply(again)).toEqual([
      { outcome: 'deleted' },
      ...refused('the company has no user 43'),
    ]);
  });

  it('are rejected if the user took over the id of a removed user after the import began', async () => {
    const findAll = async () => [{ companyId: 'acme', id: 42, devices: [], takenAt: NOW }];
    const { apply } = importInto([], {}, { users: { findAll } });
    expect(await apply([{ ...base, ...times }], NOW - 1)).toEqual(refused('the company has no user 42'));
    expect(await apply([{ ...base, ...times }], NOW)).toEqual(written);
  });

  it('can omit the company of the import, and cannot name another', async () => {
    const { companyId: _, ...rest } = { ...base, ...times };
    const { apply } = importInto([], { companyId: 'acme' });
    expect(await apply([rest, { ...rest, companyId: 'globex' }])).toEqual([
      ...written,
      ...refused('companyId must be acme, or omitted'),
    ]);
  });

  it('can give local times of a time zone', async () => {
    const { apply, list } = importInto([], { readLocalTime: makeReadLocalTime('Europe/Berlin') });
    expect(await apply([{ ...base, checkinOpensAt: '2026-11-21 08:00', noShowAt: '2026-11-21T12:00:00Z' }])).toEqual(
      written,
    );
    expect(await list()).toMatchObject([{ checkinOpensAt: utc('2026-11-21T07:00:00Z') }]);
    expect(await apply([{ ...base, checkinOpensAt: '21.11.2026', noShowAt: null }])).toEqual(
      refused('checkinOpensAt must be an RFC 3339 date-time with an offset, such as 2026-11-21T08:00:00+01:00'),
    );
  });

  it.each([
    [{ ...base, ...times, kind: null }, 'kind is missing'],
    [
      { ...base, startsAt: '0000-01-01T00:00:00Z', checkinAdvanceMinutes: 1, noShowMinutes: 1 },
      'the check-in period must be within the years 0000 to 9999, in UTC',
    ],
    [{ ...base, ...times, checkinOpensAt: '0000-01-01T00:00:00+00:01' }, `checkinOpensAt ${DATE_TIME}`],
    [{ ...base, ...times, kind: 'desk' }, 'kind must be one of position, parking'],
    [base, `the check-in period is missing: ${PERIOD_FORMS}`],
    [{ ...base, ...times, ...startAndMinutes }, `${PERIOD_FORMS}, not some of both`],
    [{ ...base, ...times, noShowAt: null }, 'noShowAt is missing'],
    [{ ...base, ...startAndMinutes, startsAt: null }, 'startsAt is missing'],
    [{ ...base, ...startAndMinutes, noShowMinutes: 72 * 60 }, 'the check-in period is longer than 72 hours'],
    [
      { ...base, ...startAndMinutes, checkinAdvanceMinutes: 0, noShowMinutes: 0 },
      'the no-show time must be later than the time when check-in opens',
    ],
  ])('are rejected with a reason that says what to fix: %j', async (fields, reason) => {
    expect(await importInto().apply([fields])).toEqual(refused(reason));
  });
});

describe('Several records of bookings', () => {
  const record = (bookingId: string, changes: object = {}) => ({ ...base, ...times, bookingId, ...changes });
  const existingOf = (bookingId: string, userId = 42) => ({ ...booking, user: { ...user, userId }, bookingId });

  it('have the same results as if each record were applied separately', async () => {
    const userId = fc.constantFrom(42, 43);
    const id = fc.constantFrom('a', 'b', 'c');
    const change = fc.constantFrom({}, { name: 'Desk' }, { name: null }, { deleted: true }, { kind: 'parking' });
    const changes = fc.array(fc.record({ id, userId, change }), { maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(id, userId), { maxLength: 2 }), changes, async (existing, all) => {
        const found = existing.map(([bookingId, owner]) => existingOf(bookingId, owner));
        const [together, single] = [importInto(found), importInto(found)];
        const records = all.map((one) => record(one.id, { userId: one.userId, ...one.change }));
        const expected: unknown[] = [];
        for (const one of records) expected.push(...(await single.apply([one])));
        expect(await together.apply(records)).toEqual(expected);
        for (const owner of [42, 43]) expect(await together.list(owner)).toEqual(await single.list(owner));
      }),
    );
  });

  it('are written with the actor of the import, and with the time at which the import began', async () => {
    const actor = { through: 'sync', id: 'hr' } as const;
    const { apply, list } = importInto([existingOf('old')], {}, { by: { actor, now: () => NOW } });
    await apply([record('old', { name: 'Desk 7' }), record('new')], NOW - 5);
    await apply([record('newest')]);
    const writtenAt = [NOW - 5, NOW, NOW - 5];
    expect((await list()).map(({ changedBy }) => changedBy)).toEqual(writtenAt.map((time) => ({ ...actor, at: time })));
  });

  it('read a booking again only if an earlier record has changed it', async () => {
    const store = makeInMemoryBookings([existingOf('a'), existingOf('b')]);
    const known: unknown[] = [];
    const change: BookingStore['change'] = (ref, decide, before) => {
      known.push([ref.bookingId, before?.booking?.bookingId]);
      return store.change(ref, decide, before);
    };
    const { apply } = importInto([], {}, { bookings: { ...store, change } });
    await apply([record('a', { name: 'Desk' }), record('b'), record('a', { name: 'Door' })]);
    expect(known).toEqual([
      ['a', 'a'],
      ['b', 'b'],
      ['a', undefined],
    ]);
  });

  it('read each user once, and only for bookings that do not exist yet', async () => {
    const usersRead: number[] = [];
    const findAll: UserStore['findAll'] = async (refs) => {
      usersRead.push(...refs.map(({ userId }) => userId));
      return refs.map(({ companyId, userId }) => ({ companyId, id: userId, devices: [] }));
    };
    const { apply } = importInto([existingOf('old', 9)], {}, { users: { findAll } });
    const records = [record('old', { userId: 9 }), record('a'), record('b', { userId: 2 }), record('c')];
    await apply([...records, record('d', { userId: 3, deleted: true })]);
    expect(usersRead).toEqual([42, 2]);
  });
});
