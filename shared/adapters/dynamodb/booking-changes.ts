import { isDeepStrictEqual } from 'node:util';
import { PutCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { changedBy, type Acting, type AdminEntry, type Audited } from '../../domain/audit-entry.ts';
import type { Booking, BookingRef, BookingStore } from '../../domain/booking.ts';
import { bookingExpiry } from '../../domain/retention.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../../tables.ts';
import type { ToAuditWrites } from './to-audit-writes.ts';
import { bookingKey, detailNames, toAttributes } from './booking-item.ts';
import { conditionalWrite, type Database } from './database.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { commit, type TransactionWrite } from './transaction.ts';

type Values = Record<string, unknown>;

interface Condition {
  readonly ConditionExpression: string;
  readonly names: Record<string, string>;
  readonly values: Values;
}

const isAsRead = (before: Booking): Condition => {
  const { checkin } = before;
  const details = detailNames.map((name) =>
    before[name] === undefined ? `attribute_not_exists(#${name})` : `#${name} = :was_${name}`,
  );
  return {
    ConditionExpression: [...details, checkin ? '#checkin = :was_checkin' : 'attribute_not_exists(#checkin)'].join(
      ' AND ',
    ),
    names: {
      ...Object.fromEntries(detailNames.map((name) => [`#${name}`, name])),
      '#checkin': 'checkin',
    },
    values: {
      ...Object.fromEntries(detailNames.map((name) => [`:was_${name}`, before[name]])),
      ':was_checkin': checkin,
    },
  };
};

/** The table of bookings, and how long they are kept. */
interface Destination {
  readonly table: string;
  readonly retentionDays: number | undefined;
  readonly toAuditWrites: ToAuditWrites;
}

/** The attributes that a change writes; those that are undefined are removed from the item. */
const attributesToWrite = (
  before: Booking | undefined,
  after: Booking,
  retentionDays: number | undefined,
): Record<string, unknown> => {
  const { checkin, undone, undoId, openSince } = after;
  return {
    ...toAttributes(after),
    ...(!isDeepStrictEqual(before?.checkin, checkin) && { checkin }),
    ...(!isDeepStrictEqual(before?.undone, undone) && { undone }),
    ...(before?.undoId !== undoId && { undoId }),
    ...(before?.openSince !== openSince && { openSince }),
    changedBy: after.changedBy,
    ...(retentionDays !== undefined && { [TIME_TO_LIVE_ATTRIBUTE]: bookingExpiry(after.noShowAt, retentionDays) }),
  };
};

const toPut = ({ table, retentionDays }: Destination, after: Booking) => ({
  TableName: table,
  Item: { ...bookingKey(after), ...attributesToWrite(undefined, after, retentionDays) },
  ConditionExpression: 'attribute_not_exists(companyUser)',
});

const toUpdate = ({ table, retentionDays }: Destination, before: Booking, after: Booking) => {
  const { ConditionExpression, names, values } = isAsRead(before);
  const attributes = Object.entries(attributesToWrite(before, after, retentionDays));
  const set = attributes.filter(([, value]) => value !== undefined);
  const removed = attributes.filter(([, value]) => value === undefined).map(([name]) => `#${name}`);
  return {
    TableName: table,
    Key: bookingKey(after),
    UpdateExpression: [
      `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}`,
      ...(removed.length > 0 ? [`REMOVE ${removed.join(', ')}`] : []),
    ].join(' '),
    ConditionExpression,
    ExpressionAttributeNames: { ...names, ...Object.fromEntries(attributes.map(([name]) => [`#${name}`, name])) },
    ExpressionAttributeValues: { ...values, ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])) },
  };
};

const toDelete = ({ table }: Destination, before: Booking) => {
  const { ConditionExpression, names, values } = isAsRead(before);
  return {
    TableName: table,
    Key: bookingKey(before),
    ConditionExpression,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  };
};

const toWrite = (
  destination: Destination,
  before: Booking | undefined,
  after: Booking | undefined,
): TransactionWrite => {
  if (!before) return { Put: toPut(destination, after as Booking) };
  return after ? { Update: toUpdate(destination, before, after) } : { Delete: toDelete(destination, before) };
};

const withAuthor = (booking: Booking, by: Acting | undefined): Booking =>
  by ? { ...booking, changedBy: changedBy(by) } : booking;

const withoutAuthor = (booking: Booking | undefined) => booking && { ...booking, changedBy: undefined };

/** The SDK sends a write again if its response was lost. The retry fails because the first write succeeded. */
const isOwnWork = (found: Booking | undefined, audited: Audited<Booking> | undefined): boolean =>
  audited?.by.requestId !== undefined && found?.changedBy?.requestId === audited.by.requestId;

/** Implements the changes of a {@link BookingStore}: the condition of each write is that the booking is still as it was read. */
export const makeBookingChanges = (
  database: Database,
  destination: Destination,
  read: (ref: BookingRef) => Promise<Booking | undefined>,
): Pick<BookingStore, 'change' | 'createAll'> => {
  /** A deletion leaves nothing by which a retry could recognise it; a transaction has its token. */
  const holds = async (write: TransactionWrite, entries: readonly AdminEntry[]): Promise<boolean> => {
    if (write.Delete || entries.length > 0)
      return (await commit(database, [write, ...entries.flatMap(destination.toAuditWrites)])).isCommitted;
    const command = write.Put ? new PutCommand(write.Put) : new UpdateCommand(write.Update as UpdateCommandInput);
    return (await conditionalWrite(database.send(command as PutCommand))).isWritten;
  };

  return {
    change: (ref, decide, known, audited) =>
      retryOnConflict(async (isFirst) => {
        const before = known && isFirst ? known.booking : await read(ref);
        const decided = decide(before);
        if (isDeepStrictEqual(withoutAuthor(before), withoutAuthor(decided))) {
          const outcome = !isFirst && isOwnWork(before, audited) ? 'written' : 'unchanged';
          return { outcome, before, after: decided };
        }
        const after = decided && withAuthor(decided, audited?.by);
        const entries = audited?.entries?.(before, after) ?? [];
        const isWritten = await holds(toWrite(destination, before, after), entries);
        return isWritten && { outcome: after ? 'written' : 'deleted', before, after };
      }),

    async createAll(bookings, by) {
      const writes = bookings.map((booking) => ({ Put: toPut(destination, withAuthor(booking, by)) }));
      return (await commit(database, writes)).isCommitted;
    },
  };
};
