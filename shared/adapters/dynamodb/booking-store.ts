import { isDeepStrictEqual } from 'node:util';
import { PutCommand, QueryCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import {
  bookingMapKey,
  rebook,
  type Booking,
  type BookingRef,
  type BookingStore,
  type IndexedBooking,
} from '../../domain/booking.ts';
import { defined } from '../../rules/plain-values.ts';
import { DAY, type Instant } from '../../domain/instant.ts';
import { bookingKey, companyDay, detailsOf, toAttributes, toBooking } from './booking-item.ts';
import { companyUser } from './join-key.ts';
import { conditionalWrite, readAllItems, readItemPages, type Database, type Item } from './database.ts';
import { changedBy, type AuditEntry, type Audited } from '../../domain/audit-entry.ts';
import { bookingExpiry } from '../../domain/retention.ts';
import { noAudit, type ToAuditWrites } from './audit-log.ts';
import { stillHas, toUpdate } from './expressions.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { commit, type TransactionWrite } from './transaction.ts';
import { makeBookingCheckins } from './booking-checkins.ts';

/** Returns the start of each UTC day in the range. The index has one partition for each company and day. */
const daysBetween = (from: Instant, until: Instant): Instant[] => {
  const first = Math.floor(from / DAY);
  const count = Math.ceil(until / DAY) - first;
  return Array.from({ length: Math.max(count, 0) }, (_, index) => (first + index) * DAY);
};

const toIndexedBooking = ({ companyId, userId, bookingId, checkinOpensAt, name }: Item): IndexedBooking =>
  defined({ user: { companyId, userId }, bookingId, checkinOpensAt, name }) as unknown as IndexedBooking;

const startKey = (entry: IndexedBooking): Item => ({
  ...bookingKey(entry),
  companyDay: companyDay(entry.user.companyId, entry.checkinOpensAt),
  checkinOpensAt: entry.checkinOpensAt,
});

/** Implements {@link BookingStore.listByOpening}. */
const makeListByOpening =
  (database: Database, table: string): BookingStore['listByOpening'] =>
  async (companyId, range, { limit, after }) => {
    // DynamoDB rejects a BETWEEN whose ends are reversed.
    if (range.from >= range.until) return [];
    // A booking that moves between two reads is found twice. Its later place counts, so that the list stays in order.
    const found = new Map<string, IndexedBooking>();
    const add = (booking: IndexedBooking): void => {
      found.delete(bookingMapKey(booking));
      found.set(bookingMapKey(booking), booking);
    };
    for (const [index, day] of daysBetween(after?.checkinOpensAt ?? range.from, range.until).entries()) {
      const pages = readItemPages(database, QueryCommand, {
        TableName: table,
        IndexName: 'byCompanyDay',
        KeyConditionExpression: 'companyDay = :day AND checkinOpensAt BETWEEN :from AND :last',
        ExpressionAttributeValues: {
          ':day': companyDay(companyId, day),
          ':from': range.from,
          ':last': range.until - 1,
        },
        ProjectionExpression: 'companyId, userId, bookingId, checkinOpensAt, #name',
        ExpressionAttributeNames: { '#name': 'name' },
        Limit: limit - found.size,
        // The first day is that of `after`. Later days have no entries on the previous page.
        ExclusiveStartKey: index === 0 && after ? startKey(after) : undefined,
      });
      for await (const { items } of pages) {
        items.map(toIndexedBooking).forEach(add);
        if (found.size >= limit) return [...found.values()].slice(0, limit);
      }
    }
    return [...found.values()];
  };

const unchangedSinceRead = (booking: Booking) => stillHas({ ...detailsOf(booking), checkin: booking.checkin });

interface Destination {
  readonly table: string;
  readonly retentionDays: number | undefined;
  readonly toAuditWrites: ToAuditWrites;
}

/** Returns the attributes to write. An undefined value removes the attribute. */
const attributesToWrite = (before: Booking | undefined, after: Booking, retentionDays: number | undefined): Item => {
  const { checkin, undone, openSince } = after;
  return {
    ...toAttributes(after),
    ...(!isDeepStrictEqual(before?.checkin, checkin) && { checkin }),
    ...(!isDeepStrictEqual(before?.undone, undone) && { undone }),
    ...(before?.openSince !== openSince && { openSince }),
    changedBy: after.changedBy,
    ...(retentionDays !== undefined && { expiresAtSeconds: bookingExpiry(after.noShowAt, retentionDays) }),
  };
};

/** At least one of `before` and `after` is given. */
const toWrite = (
  { table: TableName, retentionDays }: Destination,
  before: Booking | undefined,
  after: Booking | undefined,
): TransactionWrite => {
  if (before && !after) return { Delete: { TableName, Key: bookingKey(before), ...unchangedSinceRead(before) } };
  const attributes = attributesToWrite(before, after as Booking, retentionDays);
  if (before)
    return { Update: { TableName, Key: bookingKey(before), ...toUpdate(attributes, unchangedSinceRead(before)) } };
  const Item = { ...bookingKey(after as Booking), ...attributes };
  return { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(companyUser)' } };
};

const withoutAuthor = (booking: Booking | undefined) => booking && { ...booking, changedBy: undefined };

/**
 * Whether the change is this request's own. If a write succeeds but its response is lost, the SDK sends it again, and its condition
 * fails. The booking that {@link retryOnConflict} then has read has the change already.
 */
const isOwnWork = (found: Booking | undefined, audited: Audited<Booking> | undefined): boolean =>
  audited?.by.requestId !== undefined && found?.changedBy?.requestId === audited.by.requestId;

/** Implements {@link BookingStore.change}. Each write requires that the booking is still as it was read. */
const makeBookingChange = (
  database: Database,
  destination: Destination,
  read: (ref: BookingRef) => Promise<Booking | undefined>,
): BookingStore['change'] => {
  /** Deletes in a transaction, because after a deletion only the token of the transaction identifies a retry. */
  const writeIfUnchanged = async (write: TransactionWrite, entries: readonly AuditEntry[]): Promise<boolean> => {
    if (write.Delete || entries.length > 0)
      return (await commit(database, [write, ...entries.flatMap(destination.toAuditWrites)])).isCommitted;
    const command = write.Put ? new PutCommand(write.Put) : new UpdateCommand(write.Update as UpdateCommandInput);
    return (await conditionalWrite(database, command)).isWritten;
  };

  return (ref, decide, alreadyRead, audited) =>
    retryOnConflict(async (isFirstTry) => {
      const before = alreadyRead && isFirstTry ? alreadyRead.booking : await read(ref);
      const decided = decide(before);
      if (isDeepStrictEqual(withoutAuthor(before), withoutAuthor(decided))) {
        const outcome = !isFirstTry && isOwnWork(before, audited) ? 'written' : 'unchanged';
        return { outcome, before, after: decided };
      }
      const after = decided && { ...decided, ...(audited && { changedBy: changedBy(audited.by) }) };
      const entries = audited?.entries?.(before, after) ?? [];
      const isWritten = await writeIfUnchanged(toWrite(destination, before, after), entries);
      return isWritten && { outcome: after ? 'written' : 'deleted', before, after };
    });
};

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
