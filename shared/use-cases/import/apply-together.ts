import { isDeepStrictEqual } from 'node:util';
import type { Booking, WriteBookings } from '../../domain/booking.ts';
import type { ChangeOutcome } from '../../domain/write-outcome.ts';
import type { BookingRecord } from './booking-records.ts';
import type { IsUser } from './known-users.ts';

/** A record and the key of its booking. */
export interface KeyedRecord extends BookingRecord {
  readonly key: string;
}

/** The bookings and users of a batch of records, as they were read. */
interface Existing {
  readonly known: ReadonlyMap<string, Booking>;
  readonly isUser: IsUser;
}

/** @throws RecordRefused */
export type MergeBooking = (before: Booking | undefined, record: BookingRecord) => Booking;

/** Undefined if the record is refused: the reason is known when it is applied on its own. */
const mergeIfPossible = (merge: MergeBooking, before: Booking | undefined, record: BookingRecord) => {
  try {
    return merge(before, record);
  } catch {
    return undefined;
  }
};

/**
 * Writes the changes of a batch of records together. Leaves out deletions, records of the same booking, and refused records.
 * @param merge the booking after a record
 * @param writeBookings if undefined, only records that change nothing are applied
 * @returns the outcomes of the records that are applied; the others have to be applied one by one
 */
export const applyTogether = async (
  records: readonly KeyedRecord[],
  { known, isUser }: Existing,
  merge: MergeBooking,
  writeBookings: WriteBookings | undefined,
): Promise<Map<KeyedRecord, ChangeOutcome>> => {
  const applied = new Map<KeyedRecord, ChangeOutcome>();
  const byKey = Map.groupBy(records, ({ key }) => key);
  const single = [...byKey.values()].filter(({ length }) => length === 1).flat();
  const changes = single.flatMap((record) => {
    const before = known.get(record.key);
    if (record.isDeleted || (!before && !isUser(record.ref.user))) return [];
    const after = mergeIfPossible(merge, before, record);
    if (!after) return [];
    if (!isDeepStrictEqual(before, after)) return [{ record, before, after }];
    applied.set(record, 'unchanged');
    return [];
  });
  const isWritten = await writeBookings?.(changes);
  for (const [index, { record }] of changes.entries()) if (isWritten?.[index]) applied.set(record, 'written');
  return applied;
};
