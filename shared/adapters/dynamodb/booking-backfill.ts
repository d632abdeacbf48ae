import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import pMap from 'p-map';
import type { BookingBackfill } from '../../domain/booking-backfill.ts';
import { isRfc3339 } from '../../domain/instant.ts';
import { companyDay } from './company-day.ts';
import { conditionalWrite, type Database } from './database.ts';
import { PARTS } from './table-scan.ts';

const WRITES_AT_ONCE = 32;

interface IndexedItem {
  readonly companyUser: string;
  readonly bookingId: string;
  readonly companyId: string;
  readonly checkinOpensAt: number;
  readonly companyDay?: string;
}

/** A segment of the table, and the key to continue after. */
interface Position {
  readonly part: number;
  readonly key?: Record<string, unknown>;
}

/** Whether an item is a valid booking. Invalid items of a booking system are skipped, because no query reads them. */
const isBooking = ({ companyId, checkinOpensAt }: Partial<IndexedItem>): boolean =>
  typeof companyId === 'string' && Number.isSafeInteger(checkinOpensAt) && isRfc3339(checkinOpensAt as number);

const dayOf = ({ companyId, checkinOpensAt }: IndexedItem): string => companyDay(companyId, checkinOpensAt);

export const makeBookingBackfill = (database: Database, table: string): BookingBackfill => {
  /** Does nothing if the booking was moved or deleted in the meantime: moving it writes the right day. */
  const write = async (item: IndexedItem): Promise<boolean> => {
    const { companyUser, bookingId, companyId, checkinOpensAt } = item;
    const update = new UpdateCommand({
      TableName: table,
      Key: { companyUser, bookingId },
      UpdateExpression: 'SET companyDay = :day',
      ConditionExpression: 'companyId = :companyId AND checkinOpensAt = :opens',
      ExpressionAttributeValues: { ':day': dayOf(item), ':companyId': companyId, ':opens': checkinOpensAt },
    });
    return (await conditionalWrite(database.send(update))).isWritten;
  };

  return {
    async backfill(next) {
      const { part = 0, key } = (next ?? {}) as Partial<Position>;
      const page = await database.send(
        new ScanCommand({
          TableName: table,
          ProjectionExpression: 'companyUser, bookingId, companyId, checkinOpensAt, companyDay',
          ConsistentRead: true,
          Segment: part,
          TotalSegments: PARTS,
          ExclusiveStartKey: key,
        }),
      );
      const items = (page.Items ?? []) as IndexedItem[];
      const wrong = items.filter((item) => isBooking(item) && item.companyDay !== dayOf(item));
      const written = (await pMap(wrong, write, { concurrency: WRITES_AT_ONCE })).filter(Boolean).length;
      const end = page.LastEvaluatedKey;
      const done = end ? part : part + 1;
      return {
        read: items.length,
        written,
        share: done / PARTS,
        ...(done < PARTS && { next: { part: done, ...(end && { key: end }) } satisfies Position }),
      };
    },
  };
};
