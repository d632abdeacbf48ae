import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { rebook, type BookingStore } from '../../domain/booking.ts';
import { noAudit, type ToAuditWrites } from './audit-log.ts';
import { makeBookingChange } from './booking-changes.ts';
import { makeBookingCheckins } from './booking-checkins.ts';
import { companyUser, toBooking } from './booking-item.ts';
import type { Database } from './database.ts';
import { makeListByOpening } from './list-by-opening.ts';
import { readAllItems } from './read-all-items.ts';

/**
 * @param retentionDays sets the time to live of written bookings; if absent, the time to live stays as it is
 * @param toAuditWrites needed for audited changes
 */
export const makeBookingStore = (
  database: Database,
  table: string,
  retentionDays?: number,
  toAuditWrites: ToAuditWrites = noAudit,
): BookingStore => {
  const checkins = makeBookingCheckins(database, table);
  const change = makeBookingChange(
    database,
    { table, retentionDays, toAuditWrites },
    async (ref) => (await checkins.findAll([ref]))[0],
  );

  return {
    ...checkins,
    listByOpening: makeListByOpening(database, table),
    change,

    async save(booking) {
      // Most items are new, so they are created without being read first.
      const { outcome } = await change(booking, (before) => rebook(before, booking, booking.openSince), {
        booking: undefined,
      });
      return outcome === 'unchanged' ? outcome : 'written';
    },

    async list(user) {
      const items = await readAllItems(database, QueryCommand, {
        TableName: table,
        KeyConditionExpression: 'companyUser = :companyUser',
        ExpressionAttributeValues: { ':companyUser': companyUser(user) },
        ConsistentRead: true,
      });
      return items.map(toBooking);
    },
  };
};
