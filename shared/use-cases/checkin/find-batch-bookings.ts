import type { BookingCheckins, BookingPeriod, TimeRange } from '../../domain/booking.ts';
import { containsInstant, MAX_CHECKIN_PERIOD_MILLISECONDS } from '../../domain/checkin-period.ts';
import type { Instant } from '../../domain/instant.ts';
import { ServiceError } from '../../domain/service-error.ts';
import {
  hasIdentifiers,
  toLookUp,
  type Identifiers,
  type User,
  type UserRef,
  type UserStore,
} from '../../domain/user.ts';
import type { OpenBookings } from './find-user-bookings.ts';

/** The user and the moment of an item of a batch. */
export interface BatchQuery {
  /** As {@link findUserIds} found it. */
  readonly userId: number | undefined;
  readonly identifiers: Identifiers;
  readonly at: Instant;
}

interface Stores {
  readonly users: Pick<UserStore, 'findAll'>;
  readonly bookings: Pick<BookingCheckins, 'findOverlapping'>;
}

/** The id of the user whom one identifier of each item belongs to, if any. All uids and e-mail addresses are looked up together. */
export const findUserIds = async (
  queries: readonly Pick<BatchQuery, 'identifiers'>[],
  companyId: string,
  users: Pick<UserStore, 'findIds'>,
): Promise<(number | undefined)[]> => {
  const named = queries.flatMap(({ identifiers }) => (identifiers.id === undefined ? [toLookUp(identifiers)] : []));
  const found = await users.findIds(companyId, named);
  return queries.map(({ identifiers }) => identifiers.id ?? found.shift());
};

/** Ranges of time that contain all moments, each at most as long as the longest check-in period. Each range takes one query. */
export const toRanges = (moments: readonly Instant[]): TimeRange[] => {
  const ranges: { from: Instant; until: Instant }[] = [];
  for (const at of moments.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && at - last.from <= MAX_CHECKIN_PERIOD_MILLISECONDS) last.until = at + 1;
    else ranges.push({ from: at, until: at + 1 });
  }
  return ranges;
};

const findPeriods = async (
  user: UserRef,
  moments: readonly Instant[],
  bookings: Stores['bookings'],
): Promise<BookingPeriod[]> => {
  const found = await Promise.all(toRanges(moments).map((range) => bookings.findOverlapping(user, range)));
  return [...new Map(found.flat().map((period) => [period.bookingId, period])).values()];
};

type KnownQuery = Omit<BatchQuery, 'userId'> & { readonly userId: number };

const isKnown = (query: BatchQuery): query is KnownQuery => query.userId !== undefined;

type Periods = ReadonlyMap<number, PromiseSettledResult<BookingPeriod[]>>;

/** The periods of each user around the moments of their items. */
const findAllPeriods = async (
  queries: readonly KnownQuery[],
  companyId: string,
  bookings: Stores['bookings'],
): Promise<Periods> => {
  const ofUsers = [...Map.groupBy(queries, ({ userId }) => userId)];
  const find = async ([userId, some]: (typeof ofUsers)[number]) => {
    const moments = some.map(({ at }) => at);
    const [periods] = await Promise.allSettled([findPeriods({ companyId, userId }, moments, bookings)]);
    return [userId, periods] as const;
  };
  return new Map(await Promise.all(ofUsers.map(find)));
};

const findUsers = async (
  queries: readonly KnownQuery[],
  companyId: string,
  users: Stores['users'],
): Promise<ReadonlyMap<number, User>> => {
  const distinct = [...new Set(queries.map(({ userId }) => userId))];
  const found = await users.findAll(distinct.map((userId) => ({ companyId, userId })));
  return new Map(found.map((user) => [user.id, user]));
};

const openAt = (periods: readonly BookingPeriod[], at: Instant): string[] =>
  periods.filter((period) => containsInstant(period, at)).map(({ bookingId }) => bookingId);

const notFound = (): ServiceError => new ServiceError('user_not_found', 'no such user in the company');

/**
 * Finds the users of many items and the bookings that are open at each item's moment. All users are read together. The bookings
 * take one query per user if the moments of the user's items are near each other.
 * @returns for each item its user and bookings, or an error: `user_not_found` if no user of the company has all its identifiers
 */
export const findBatchBookings = async (
  queries: readonly BatchQuery[],
  companyId: string,
  { users, bookings }: Stores,
): Promise<PromiseSettledResult<OpenBookings>[]> => {
  try {
    const [known, periods] = await Promise.all([
      findUsers(queries.filter(isKnown), companyId, users),
      findAllPeriods(queries.filter(isKnown), companyId, bookings),
    ]);
    return queries.map(({ userId = Number.NaN, identifiers, at }) => {
      const user = known.get(userId);
      if (!user || !hasIdentifiers(user, identifiers)) return { status: 'rejected', reason: notFound() };
      const found = periods.get(user.id) as PromiseSettledResult<BookingPeriod[]>;
      if (found.status === 'rejected') return found;
      return {
        status: 'fulfilled',
        value: { user: { companyId, userId: user.id }, open: openAt(found.value, at) },
      };
    });
  } catch (reason) {
    return queries.map(() => ({ status: 'rejected', reason }));
  }
};
