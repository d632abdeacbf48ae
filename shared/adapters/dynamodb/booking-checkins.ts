import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Booking, BookingCheckins, BookingPeriod, BookingRef, TimeRange } from '../../domain/booking.ts';
import { MAX_CHECKIN_PERIOD_MILLISECONDS } from '../../domain/checkin-period.ts';
import type { Instant } from '../../domain/instant.ts';
import type { UserRef } from '../../domain/user.ts';
import { bookingKey, companyUser, toBooking } from './booking-item.ts';
import { conditionalWrite, type Database } from './database.ts';
import { readBatch } from './read-batch.ts';
import { readPages } from './read-pages.ts';

const isOpen = 'checkinOpensAt <= :at AND noShowAt > :at';
/** Of a repeat: its first request may have found the check-in of another one, which was undone afterwards. */
const isNotUndoneSince = ' AND (attribute_not_exists(undoneAt) OR undoneAt < :first)';
const isNotUndone = '(attribute_not_exists(undone) OR NOT contains(undone, :checkinId))';
const isFree = `attribute_not_exists(checkin) AND ${isOpen} AND ${isNotUndone}`;

/** What a check-in reads and writes of bookings: apart from the rest, to keep the functions that check in small. */
export const makeBookingCheckins = (database: Database, table: string): BookingCheckins => {
  const findAll = async (refs: readonly BookingRef[]): Promise<Booking[]> =>
    (await readBatch(database, table, refs.map(bookingKey))).map(toBooking);

  const find = (user: UserRef, bookingIds: readonly string[]): Promise<Booking[]> =>
    findAll(bookingIds.map((bookingId) => ({ user, bookingId })));

  /**
   * The bookings whose no-show moment is one of `first` to `last` and whose check-in opens at `opensBy` or before. Bounded on
   * both sides, the query reads neither the past nor the far future.
   */
  const queryPeriods = async (
    user: UserRef,
    { first, last, opensBy }: Readonly<Record<'first' | 'last' | 'opensBy', Instant>>,
  ): Promise<BookingPeriod[]> => {
    const items = await readPages(database, QueryCommand, {
      TableName: table,
      IndexName: 'byNoShow',
      KeyConditionExpression: 'companyUser = :companyUser AND noShowAt BETWEEN :first AND :last',
      FilterExpression: 'checkinOpensAt <= :opensBy',
      ExpressionAttributeValues: {
        ':companyUser': companyUser(user),
        ':first': first,
        ':last': last,
        ':opensBy': opensBy,
      },
    });
    // A booking that an import moves between two pages is on both.
    return [...new Map(items.map((item) => [item['bookingId'], item as unknown as BookingPeriod])).values()];
  };

  /** No period is longer than the longest allowed one, so what opens before the end of the range ends at most that long after it. */
  const findOverlapping = async (user: UserRef, { from, until }: TimeRange): Promise<string[]> => {
    const range = { first: from + 1, last: until - 1 + MAX_CHECKIN_PERIOD_MILLISECONDS, opensBy: until - 1 };
    return (await queryPeriods(user, range)).map(({ bookingId }) => bookingId);
  };

  const findOpen = (user: UserRef, at: Instant): Promise<string[]> =>
    findOverlapping(user, { from: at, until: at + 1 });

  return {
    findOpen,
    findOverlapping,
    findTouching: async (user, from, until) => {
      const range = { first: from, last: until + MAX_CHECKIN_PERIOD_MILLISECONDS, opensBy: until };
      const periods = await queryPeriods(user, range);
      return periods.map(({ bookingId, checkinOpensAt, noShowAt }) => ({ bookingId, checkinOpensAt, noShowAt }));
    },
    find,
    findAll,

    async findCheckedIn(user, { checkinId, at }) {
      const open = await find(user, await findOpen(user, at));
      return open.filter(({ checkin }) => checkin?.checkinId === checkinId);
    },

    /** Repeats the rule in the write: the index is a moment behind, and other gates check in at the same time. */
    async checkIn(user, bookingId, record, { firstReceivedAt } = {}) {
      const update = new UpdateCommand({
        TableName: table,
        Key: bookingKey({ user, bookingId }),
        UpdateExpression: 'SET checkin = :record',
        ConditionExpression: firstReceivedAt === undefined ? isFree : isFree + isNotUndoneSince,
        ExpressionAttributeValues: {
          ':record': record,
          ':at': record.at,
          ':checkinId': record.checkinId,
          ...(firstReceivedAt !== undefined && { ':first': firstReceivedAt }),
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      const result = await conditionalWrite(database.send(update));
      if (result.isWritten) return { kind: 'checked-in' };
      const [booking] = result.found ? [toBooking(result.found)] : await find(user, [bookingId]);
      return booking?.checkin ? { kind: 'already-checked-in', record: booking.checkin } : { kind: 'closed' };
    },
  };
};
