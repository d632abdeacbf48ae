import { isDeepStrictEqual } from 'node:util';
import { PutCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { changedBy, type AdminEntry, type Audited } from '../../domain/audit-entry.ts';
import type { Booking, BookingRef, BookingStore } from '../../domain/booking.ts';
import { bookingExpiry } from '../../domain/retention.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../../tables.ts';
import type { ToAuditWrites } from './audit-log.ts';
import { bookingKey, toAttributes } from './booking-item.ts';
import { conditionalWrite, type Database, type Item } from './database.ts';
import { stillHas, toUpdate } from './expressions.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { commit, type TransactionWrite } from './transaction.ts';

const unchangedSinceRead = ({ kind, name, checkinOpensAt, noShowAt, checkin }: Booking) =>
  stillHas({ kind, name, checkinOpensAt, noShowAt, checkin });

interface Destination {
  readonly table: string;
  readonly retentionDays: number | undefined;
  readonly toAuditWrites: ToAuditWrites;
}

/** Returns the attributes to write. An undefined value removes the attribute. */
const attributesToWrite = (before: Booking | undefined, after: Booking, retentionDays: number | undefined): Item => {
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
 * The SDK retries a write whose response was lost. If the first try succeeded, the condition of the retry does not hold, and
 * the booking that is then read already has this request's change.
 */
const isOwnWork = (found: Booking | undefined, audited: Audited<Booking> | undefined): boolean =>
  audited?.by.requestId !== undefined && found?.changedBy?.requestId === audited.by.requestId;

/** Implements {@link BookingStore.change}. Each write requires that the booking is still as it was read. */
export const makeBookingChange = (
  database: Database,
  destination: Destination,
  read: (ref: BookingRef) => Promise<Booking | undefined>,
): BookingStore['change'] => {
  /** Deletes in a transaction, because after a deletion only the token of the transaction identifies a retry. */
  const writeIfUnchanged = async (write: TransactionWrite, entries: readonly AdminEntry[]): Promise<boolean> => {
    if (write.Delete || entries.length > 0)
      return (await commit(database, [write, ...entries.flatMap(destination.toAuditWrites)])).isCommitted;
    const command = write.Put ? new PutCommand(write.Put) : new UpdateCommand(write.Update as UpdateCommandInput);
    return (await conditionalWrite(database, command)).isWritten;
  };

  return (ref, decide, known, audited) =>
    retryOnConflict(async (isFirst) => {
      const before = known && isFirst ? known.booking : await read(ref);
      const decided = decide(before);
      if (isDeepStrictEqual(withoutAuthor(before), withoutAuthor(decided))) {
        const outcome = !isFirst && isOwnWork(before, audited) ? 'written' : 'unchanged';
        return { outcome, before, after: decided };
      }
      const after = decided && { ...decided, ...(audited && { changedBy: changedBy(audited.by) }) };
      const entries = audited?.entries?.(before, after) ?? [];
      const isWritten = await writeIfUnchanged(toWrite(destination, before, after), entries);
      return isWritten && { outcome: after ? 'written' : 'deleted', before, after };
    });
};
