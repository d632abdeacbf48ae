import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { BookingStore, IndexedBooking } from '../../domain/booking.ts';
import { DAY, type Instant } from '../../domain/instant.ts';
import { bookingKey, companyDay } from './booking-item.ts';
import type { Database, Item } from './database.ts';

/** Returns the start of each UTC day in the range. The index has one partition for each company and day. */
const daysBetween = (from: Instant, until: Instant): Instant[] => {
  const first = Math.floor(from / DAY);
  const count = Math.ceil(until / DAY) - first;
  return Array.from({ length: Math.max(count, 0) }, (_, index) => (first + index) * DAY);
};

const toIndexedBooking = ({ companyId, userId, bookingId, checkinOpensAt }: Item): IndexedBooking =>
  ({ user: { companyId, userId }, bookingId, checkinOpensAt }) as unknown as IndexedBooking;

const startKey = (entry: IndexedBooking): Item => ({
  ...bookingKey(entry),
  companyDay: companyDay(entry.user.companyId, entry.checkinOpensAt),
  checkinOpensAt: entry.checkinOpensAt,
});

/** Implements {@link BookingStore.listByOpening}. */
export const makeListByOpening = (database: Database, table: string): BookingStore['listByOpening'] => {
  const readDay = async (
    companyId: string,
    day: Instant,
    range: { from: Instant; until: Instant },
    limit: number,
    after: IndexedBooking | undefined,
  ) => {
    const items: Item[] = [];
    let ExclusiveStartKey: Item | undefined = after && startKey(after);
    do {
      const page = await database.send(
        new QueryCommand({
          TableName: table,
          IndexName: 'byCompanyDay',
          KeyConditionExpression: 'companyDay = :day AND checkinOpensAt BETWEEN :from AND :last',
          ExpressionAttributeValues: {
            ':day': companyDay(companyId, day),
            ':from': range.from,
            ':last': range.until - 1,
          },
          ProjectionExpression: 'companyId, userId, bookingId, checkinOpensAt',
          Limit: limit - items.length,
          ExclusiveStartKey,
        }),
      );
      items.push(...(page.Items ?? []));
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey && items.length < limit);
    return items;
  };

  return async (companyId, range, { limit, after }) => {
    // DynamoDB rejects a BETWEEN whose ends are reversed.
    if (range.from >= range.until) return [];
    const days = daysBetween(after?.checkinOpensAt ?? range.from, range.until);
    const items: Item[] = [];
    for (const [index, day] of days.entries()) {
      if (items.length >= limit) break;
      // The first day is that of `after`. Later days have no entries on the previous page.
      items.push(...(await readDay(companyId, day, range, limit - items.length, index === 0 ? after : undefined)));
    }
    return items.map(toIndexedBooking);
  };
};
