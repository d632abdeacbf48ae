import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Booking, BookingStore } from '../../domain/booking.ts';
import { MAX_CHECKIN_PERIOD_MILLISECONDS } from '../../domain/checkin-period.ts';
import type { Instant } from '../../domain/instant.ts';
import type { UserRef } from '../../domain/user.ts';
import { conditionalWrite, type Database } from './database.ts';
import { joinKey } from './join-key.ts';
import { readBatch } from './read-batch.ts';
import { readPages } from './read-pages.ts';

const companyUser = ({ companyId, userId }: UserRef): string => joinKey(companyId, userId);
const keyOf = (user: UserRef, bookingId: string) => ({ companyUser: companyUser(user), bookingId });

const isOpen = 'checkinOpensAt <= :at AND noShowAt > :at';

export const toBooking = (item: Record<string, unknown>): Booking => {
  const { companyUser: _, companyId, userId, ...booking } = item;
  return { ...booking, user: { companyId, userId } } as unknown as Booking;
};

/** The attributes an import writes; everything but the check-in. */
const toAttributes = ({ user, kind, name, checkinOpensAt, noShowAt }: Omit<Booking, 'checkin'>) => ({
  ...user,
  kind,
  name,
  checkinOpensAt,
  noShowAt,
});

export const makeBookingStore = (database: Database, table: string): BookingStore => {
  const find = async (user: UserRef, bookingIds: readonly string[]): Promise<Booking[]> => {
    const keys = bookingIds.map((bookingId) => keyOf(user, bookingId));
    return (await readBatch(database, table, keys)).map(toBooking);
  };

  /**
   * No period is longer than the longest allowed one, so what is open at an instant has its no-show moment in the time
   * after it that is as long: bounded on both sides, the query reads neither the past nor the far future.
   */
  const findOpen = async (user: UserRef, at: Instant): Promise<string[]> => {
    const items = await readPages(database, QueryCommand, {
      TableName: table,
      IndexName: 'byNoShow',
      KeyConditionExpression: 'companyUser = :companyUser AND noShowAt BETWEEN :first AND :last',
      FilterExpression: 'checkinOpensAt <= :at',
      ExpressionAttributeValues: {
        ':companyUser': companyUser(user),
        ':at': at,
        ':first': at + 1,
        ':last': at + MAX_CHECKIN_PERIOD_MILLISECONDS,
      },
    });
    // A booking that an import moves between two pages is on both.
    return [...new Set(items.map(({ bookingId }) => bookingId as string))];
  };

  return {
    findOpen,
    find,

    async findCheckedIn(user, { checkinId, at }) {
      const open = await find(user, await findOpen(user, at));
      return open.filter(({ checkin }) => checkin?.checkinId === checkinId);
    },

    /** Repeats the rule in the write: the index is a moment behind, and other gates check in at the same time. */
    async checkIn(user, bookingId, record) {
      const update = new UpdateCommand({
        TableName: table,
        Key: keyOf(user, bookingId),
        UpdateExpression: 'SET checkin = :record',
        ConditionExpression: `attribute_not_exists(checkin) AND ${isOpen}`,
        ExpressionAttributeValues: { ':record': record, ':at': record.at },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      const result = await conditionalWrite(database.send(update));
      if (result.isWritten) return { kind: 'checked-in' };
      const [booking] = result.found ? [toBooking(result.found)] : await find(user, [bookingId]);
      return booking?.checkin ? { kind: 'already-checked-in', record: booking.checkin } : { kind: 'closed' };
    },

    async save(booking) {
      const after = toAttributes(booking);
      const { name, ...required } = after;
      const set = Object.keys(required).map((attribute) => `#${attribute} = :${attribute}`);
      const values = Object.entries(after).map(([attribute, value]) => [`:${attribute}`, value]);
      const names = Object.keys(after).map((attribute) => [`#${attribute}`, attribute]);
      const update = new UpdateCommand({
        TableName: table,
        Key: keyOf(booking.user, booking.bookingId),
        UpdateExpression:
          name === undefined ? `SET ${set.join(', ')} REMOVE #name` : `SET ${[...set, '#name = :name'].join(', ')}`,
        ExpressionAttributeNames: Object.fromEntries(names),
        ExpressionAttributeValues: Object.fromEntries(values),
        ReturnValues: 'ALL_OLD',
      });
      const { Attributes: before } = await database.send(update);
      const isSame = Object.entries(after).every(([attribute, value]) => before?.[attribute] === value);
      return isSame ? 'unchanged' : 'written';
    },

    async list(user) {
      const items = await readPages(database, QueryCommand, {
        TableName: table,
        KeyConditionExpression: 'companyUser = :companyUser',
        ExpressionAttributeValues: { ':companyUser': companyUser(user) },
        ConsistentRead: true,
      });
      return items.map(toBooking);
    },
  };
};
