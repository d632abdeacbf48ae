import type { BookingPeriod, TimeRange } from '../../domain/booking.ts';
import type { Instant } from '../../domain/instant.ts';
import type { UserReader, UserRef } from '../../domain/user.ts';
import { givenLookUps, type Identifiers, type LookUp } from '../../domain/identifiers.ts';
import { groupBy } from '../../rules/plain-values.ts';
import { findUserId } from '../users/look-up-user.ts';
import { nearRange } from './near-bookings.ts';
import type { NearBookingsStores } from './find-bookings.ts';

interface Swipe {
  readonly identifiers: Identifiers;
  readonly at: Instant;
}

export interface ReadAheadStores {
  readonly users: Pick<UserReader, 'findIds' | 'findAll'>;
  readonly bookings: NearBookingsStores['bookings'];
}

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

/** The swipes of one user. A swipe without a user is a group of its own. */
export interface SwipesOfUser<Item> {
  readonly userId: number | undefined;
  readonly swipes: readonly Item[];
}

/** The look-up by which {@link findUserId} finds the user; none for a swipe with an `id`. */
const lookUpsToFindUser = ({ identifiers }: Swipe): LookUp[] =>
  identifiers.id === undefined ? givenLookUps(identifiers).slice(0, 1) : [];

/** @param userIds the user of each swipe, undefined for a swipe without one */
const groupByUser = <Item extends Swipe>(
  swipes: readonly Item[],
  userIds: readonly (number | undefined)[],
): SwipesOfUser<Item>[] => {
  const withUsers = swipes.map((swipe, index) => ({ swipe, userId: userIds[index] }));
  const groups = groupBy(withUsers, ({ swipe, userId }) => userId ?? swipe);
  return [...groups.values()].map((group) => ({ userId: group[0]?.userId, swipes: group.map(({ swipe }) => swipe) }));
};

interface PlannedRead {
  readonly userId: number | undefined;
  readonly range: TimeRange;
  /** Absent until a swipe needs the bookings. */
  periods?: Promise<BookingPeriod[]>;
}

/**
 * Reads the users of a batch in few calls. The bookings near a user's swipes are read together, as soon as the first swipe needs
 * them. If a read fails, only the swipes that need it fail.
 * @returns the swipes by user, and stores that serve the data that was read
 */
export const readAhead = async <Item extends Swipe>(
  swipes: readonly Item[],
  companyId: string,
  { users, bookings }: ReadAheadStores,
): Promise<{ readonly groups: readonly SwipesOfUser<Item>[]; readonly stores: NearBookingsStores }> => {
  const lookUps = swipes.flatMap(lookUpsToFindUser);
  const indexByText = new Map(lookUps.map((lookUp, index) => [JSON.stringify(lookUp), index]));
  const ids = hold(users.findIds(companyId, lookUps));
  const findId = async (_: string, lookUp: LookUp) => {
    const index = indexByText.get(JSON.stringify(lookUp));
    // A further identifier of a swipe is needed only to explain why no user was found.
    return index === undefined ? (await users.findIds(companyId, [lookUp]))[0] : (await ids)[index];
  };
  const userIds = await Promise.all(
    swipes.map(({ identifiers }) => findUserId({ findId }, companyId, identifiers).catch(() => undefined)),
  );
  const groups = groupByUser(swipes, userIds);
  const refs = groups.flatMap(({ userId }) => (userId === undefined ? [] : [{ companyId, userId }]));
  const found = hold(users.findAll(refs));
  const find = async ({ userId }: UserRef) => (await found).find(({ id }) => id === userId);

  const plannedReads = groups.flatMap(({ userId, swipes: own }) =>
    toRanges(own.map(({ at }) => at)).map((range): PlannedRead => ({ userId, range })),
  );
  const findOverlapping = async (user: UserRef, range: TimeRange): Promise<BookingPeriod[]> => {
    const read = plannedReads.find(
      (one) => one.userId === user.userId && one.range.from <= range.from && range.until <= one.range.until,
    );
    if (!read) return bookings.findOverlapping(user, range);
    read.periods ??= bookings.findOverlapping(user, read.range);
    return (await read.periods).filter((period) => overlaps(range, period));
  };
  return { groups, stores: { users: { find, findId }, bookings: { findOverlapping } } };
};
