import pMap from 'p-map';
import type { BookingCheckins, BookingPeriod, TimeRange } from '../../domain/booking.ts';
import { containsInstant } from '../../domain/checkin-period.ts';
import type { Instant } from '../../domain/instant.ts';
import { toLookUp, type Identifiers, type User, type UserReader, type UserRef } from '../../domain/user.ts';
import { nearRange, type KnownCheckins } from './find-user-bookings.ts';

interface Swipe {
  readonly identifiers: Identifiers;
  readonly at: Instant;
}

export interface ReadAheadStores {
  readonly users: Pick<UserReader, 'findIds' | 'findAll'>;
  readonly bookings: BookingCheckins;
}

const QUERIES_AT_ONCE = 50;

/** Returns ranges, without overlap, that contain every booking near one of the times. */
export const toRanges = (times: readonly Instant[]): TimeRange[] => {
  const ranges: { from: Instant; until: Instant }[] = [];
  for (const { from, until } of times.toSorted((one, other) => one - other).map(nearRange)) {
    const last = ranges.at(-1);
    if (last && from <= last.until) last.until = until;
    else ranges.push({ from, until });
  }
  return ranges;
};

interface RangeRead {
  readonly range: TimeRange;
  readonly periods: PromiseSettledResult<readonly BookingPeriod[]>;
}

const settle = async <Value>(promise: Promise<Value>): Promise<PromiseSettledResult<Value>> =>
  (await Promise.allSettled([promise]))[0];

const unwrap = <Value>(settled: PromiseSettledResult<Value>): Value => {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
};

const overlaps = ({ from, until }: TimeRange, { checkinOpensAt, noShowAt }: BookingPeriod): boolean =>
  checkinOpensAt < until && noShowAt > from;

/** The swipes of one user, and the check-ins that were read for them. */
export interface SwipesOfUser<Item> {
  readonly userId: number | undefined;
  readonly swipes: readonly Item[];
  readonly known: KnownCheckins;
}

interface SharedReads {
  readonly users: Pick<UserReader, 'find' | 'findId'>;
  readonly bookings: BookingCheckins;
}

/**
 * Reads in advance all that the swipes of a batch need: users, bookings near the swipes' times, and which open bookings are
 * checked in. If a read fails, only the swipes that need it fail.
 * @returns the swipes by user (a swipe without a user is a group of its own), and stores that serve the data that was read
 */
export const readAhead = async <Item extends Swipe>(
  swipes: readonly Item[],
  companyId: string,
  { users, bookings }: ReadAheadStores,
): Promise<{ readonly groups: readonly SwipesOfUser<Item>[]; readonly reads: SharedReads }> => {
  const lookUps = swipes.flatMap(({ identifiers }) => (identifiers.id === undefined ? [toLookUp(identifiers)] : []));
  const ids = await settle(users.findIds(companyId, lookUps));
  const idOf = (lookUp: Identifiers): number | undefined => {
    const text = JSON.stringify(lookUp);
    return unwrap(ids)[lookUps.findIndex((one) => JSON.stringify(one) === text)];
  };
  const userIdOf = ({ identifiers }: Item): number | undefined =>
    identifiers.id ?? (ids.status === 'fulfilled' ? idOf(toLookUp(identifiers)) : undefined);

  const byUser = Map.groupBy(swipes.keys(), (index) => userIdOf(swipes[index] as Item) ?? `swipe ${index}`);
  const groups = [...byUser].map(([key, indexes]) => ({
    userId: typeof key === 'number' ? key : undefined,
    swipes: indexes.map((index) => swipes[index] as Item),
    known: new Map() as KnownCheckins,
  }));
  const refs = groups.flatMap(({ userId }) => (userId === undefined ? [] : [{ companyId, userId }]));

  const rangesRead = new Map<number, RangeRead[]>();
  const queries = groups.flatMap(({ userId, swipes: own }) =>
    userId === undefined ? [] : toRanges(own.map(({ at }) => at)).map((range) => ({ userId, range })),
  );
  const query = async ({ userId, range }: (typeof queries)[number]): Promise<void> => {
    const periods = await settle(bookings.findOverlapping({ companyId, userId }, range));
    rangesRead.set(userId, [...(rangesRead.get(userId) ?? []), { range, periods }]);
  };
  const [found] = await Promise.all([
    settle(users.findAll(refs)),
    pMap(queries, query, { concurrency: QUERIES_AT_ONCE }),
  ]);

  const openOf = ({ userId, swipes: own }: SwipesOfUser<Item>) =>
    (rangesRead.get(userId ?? Number.NaN) ?? [])
      .flatMap(({ periods }) => (periods.status === 'fulfilled' ? periods.value : []))
      .filter((period) => own.some(({ at }) => containsInstant(period, at)))
      .map(({ bookingId }) => ({ user: { companyId, userId: userId as number }, bookingId }));
  const knownOf = new Map(groups.map(({ userId, known }) => [userId, known]));
  // If this read fails, the writes find out what is already checked in.
  for (const { checkin, ...booking } of await bookings.findAll(groups.flatMap(openOf)).catch(() => []))
    if (checkin) knownOf.get(booking.user.userId)?.set(booking.bookingId, { ...booking, checkin });

  const findOverlapping = async (user: UserRef, range: TimeRange): Promise<BookingPeriod[]> => {
    const read = rangesRead
      .get(user.userId)
      ?.find((one) => one.range.from <= range.from && range.until <= one.range.until);
    return read
      ? unwrap(read.periods).filter((period) => overlaps(range, period))
      : bookings.findOverlapping(user, range);
  };
  const findUser = async ({ userId }: UserRef): Promise<User | undefined> =>
    unwrap(found).find(({ id }) => id === userId);
  const reads = {
    users: { find: findUser, findId: async (_: string, identifier: Identifiers) => idOf(identifier) },
    bookings: { ...bookings, findOverlapping },
  };
  return { groups, reads };
};
