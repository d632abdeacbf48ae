import pMap from 'p-map';
import type { BookingCheckins, BookingPeriod, TimeRange } from '../../domain/booking.ts';
import { containsInstant } from '../../domain/checkin-period.ts';
import type { Instant } from '../../domain/instant.ts';
import { toLookUp, type Identifiers, type UserReader, type UserRef } from '../../domain/user.ts';
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

/** Keeps a failure for the swipes that need the promise. Without a handler, it would end the process. */
const hold = <Value>(promise: Promise<Value>): Promise<Value> => {
  promise.catch(() => undefined);
  return promise;
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
  const texts = lookUps.map((lookUp) => JSON.stringify(lookUp));
  const ids = hold(users.findIds(companyId, lookUps));
  const findId = async (_: string, lookUp: Identifiers) => (await ids)[texts.indexOf(JSON.stringify(lookUp))];
  const userIds = await Promise.all(
    swipes.map(
      async ({ identifiers }) => identifiers.id ?? findId(companyId, toLookUp(identifiers)).catch(() => undefined),
    ),
  );

  const byUser = Map.groupBy(swipes.keys(), (index) => userIds[index] ?? `swipe ${index}`);
  const groups = [...byUser].map(([key, indexes]) => ({
    userId: typeof key === 'number' ? key : undefined,
    swipes: indexes.map((index) => swipes[index] as Item),
    known: new Map() as KnownCheckins,
  }));
  const groupsOfUsers = groups.flatMap(({ userId, ...group }) => (userId === undefined ? [] : [{ userId, ...group }]));
  const found = hold(users.findAll(groupsOfUsers.map(({ userId }) => ({ companyId, userId }))));

  const queries = groupsOfUsers.flatMap(({ userId, swipes: own }) =>
    toRanges(own.map(({ at }) => at)).map((range) => ({ userId, range })),
  );
  const query = async ({ userId, range }: (typeof queries)[number]) => {
    const periods = hold(bookings.findOverlapping({ companyId, userId }, range));
    return { userId, range, periods, found: await periods.catch(() => []) };
  };
  const reads = await pMap(queries, query, { concurrency: QUERIES_AT_ONCE });

  const open = groupsOfUsers.flatMap(({ userId, swipes: own }) =>
    reads
      .filter((read) => read.userId === userId)
      .flatMap((read) => read.found)
      .filter((period) => own.some(({ at }) => containsInstant(period, at)))
      .map(({ bookingId }) => ({ user: { companyId, userId }, bookingId })),
  );
  // If this read fails, the writes find out what is already checked in.
  for (const { checkin, ...booking } of await bookings.findAll(open).catch(() => [])) {
    const group = groupsOfUsers.find(({ userId }) => userId === booking.user.userId);
    if (checkin) group?.known.set(booking.bookingId, { ...booking, checkin });
  }

  const findOverlapping = async (user: UserRef, range: TimeRange): Promise<BookingPeriod[]> => {
    const read = reads.find(
      (one) => one.userId === user.userId && one.range.from <= range.from && range.until <= one.range.until,
    );
    return read
      ? (await read.periods).filter((period) => overlaps(range, period))
      : bookings.findOverlapping(user, range);
  };
  const find = async ({ userId }: UserRef) => (await found).find(({ id }) => id === userId);
  return { groups, reads: { users: { find, findId }, bookings: { ...bookings, findOverlapping } } };
};
