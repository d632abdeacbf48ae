import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type {
  Booking,
  BookingCheckins,
  BookingPeriod,
  BookingRef,
  CheckedInBooking,
  TimeRange,
} from '../../domain/booking.ts';
import { MAX_CHECKIN_PERIOD_MILLISECONDS } from '../../domain/checkin-period.ts';
import type { UserRef } from '../../domain/user.ts';
import { bookingKey, toBooking } from './booking-item.ts';
import { companyUser } from './join-key.ts';
import { conditionalWrite, readAllItems, type Database } from './database.ts';
import { readBatch } from './batches.ts';
import { nearAttributeNames } from '../../rules/attributes.ts';
import { pick } from '../../rules/plain-values.ts';

const isOpen = 'checkinOpensAt <= :at AND noShowAt > :at';
/** Follows `isFree` in the condition of a retry. Skips a booking that was reopened, moved or replaced after the first request was received. */
const isOpenSinceFirstRequest = ' AND openSince < :firstReceivedAt';
const isNotUndone = '(attribute_not_exists(undone) OR NOT contains(undone, :checkinId))';
const isFree = `attribute_not_exists(checkin) AND ${isOpen} AND ${isNotUndone}`;

const periodNames = ['bookingId', ...nearAttributeNames, 'checkinOpensAt', 'noShowAt'];

/** These methods of the booking store are in a separate file, to keep the bundles of the check-in functions small. */
export const makeBookingCheckins = (database: Database, table: string): BookingCheckins => {
  const findAll = async (refs: readonly BookingRef[]): Promise<Booking[]> =>
    (await readBatch(database, table, refs.map(bookingKey))).map(toBooking);

  const find = (user: UserRef, bookingIds: readonly string[]): Promise<Booking[]> =>
    findAll(bookingIds.map((bookingId) => ({ user, bookingId })));

  /**
   * Reads neither the past nor the far future: a booking that ends more than {@link MAX_CHECKIN_PERIOD_MILLISECONDS} after
   * `until` cannot open before `until`.
   */
  const findOverlapping = async (user: UserRef, { from, until }: TimeRange): Promise<BookingPeriod[]> => {
    const items = await readAllItems(database, QueryCommand, {
      TableName: table,
      IndexName: 'byNoShow',
      KeyConditionExpression: 'companyUser = :companyUser AND noShowAt BETWEEN :first AND :last',
      FilterExpression: 'checkinOpensAt < :until',
      ExpressionAttributeValues: {
        ':companyUser': companyUser(user),
        ':first': from + 1,
        ':last': until - 1 + MAX_CHECKIN_PERIOD_MILLISECONDS,
        ':until': until,
      },
    });
    const periods = items.map((item) => pick(item, periodNames) as unknown as BookingPeriod);
    // A booking is on two pages if an import moves it between the reads.
    return [...new Map(periods.map((period) => [period.bookingId, period])).values()];
  };

  return {
    findOverlapping,
    find,
    findAll,

    async findCheckedIn(user, { checkinId, at }) {
      const open = await findOverlapping(user, { from: at, until: at + 1 });
      const bookings = await findAll(open.map(({ bookingId }) => ({ user, bookingId })));
      return bookings.filter(({ checkin }) => checkin?.checkinId === checkinId);
    },

    /**
     * The condition checks again that the booking is open, because the index is eventually consistent, and other gates write at
     * the same time.
     */
    async checkIn(user, bookingId, record, firstReceivedAt) {
      const update = new UpdateCommand({
        TableName: table,
        Key: bookingKey({ user, bookingId }),
        UpdateExpression: 'SET checkin = :record',
        ConditionExpression: firstReceivedAt === undefined ? isFree : isFree + isOpenSinceFirstRequest,
        ExpressionAttributeValues: {
          ':record': record,
          ':at': record.at,
          ':checkinId': record.checkinId,
          ':firstReceivedAt': firstReceivedAt,
        },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      const result = await conditionalWrite(database, update);
      if (result.isWritten) return { kind: 'checked-in', booking: toBooking(result.attributes) as CheckedInBooking };
      if (!result.found) return { kind: 'closed' };
      const booking = toBooking(result.found);
      const { checkin } = booking;
      return checkin ? { kind: 'already-checked-in', booking: { ...booking, checkin } } : { kind: 'closed', booking };
    },
  };
};
