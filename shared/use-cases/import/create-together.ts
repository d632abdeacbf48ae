import type { Acting } from '../../domain/audit-entry.ts';
import { MAX_CREATED_TOGETHER, type Booking, type BookingStore } from '../../domain/booking.ts';
import { chunk } from '../../domain/chunk.ts';

/** A record, and the booking that it creates. */
export interface NewBooking<Record> {
  readonly record: Record;
  readonly booking: Booking;
}

/**
 * Creates bookings, many in one transaction: each costs twice the write units, and an eighth of the processor time of a write of its
 * own. Nobody else writes a booking that does not exist, so these transactions disturb no check-in.
 * @param all with different keys
 * @returns the records whose bookings were created. If another writer created one first, none of its transaction is among them
 */
export const createTogether = async <Record>(
  bookings: Pick<BookingStore, 'createAll'>,
  all: readonly NewBooking<Record>[],
  by: Acting | undefined,
): Promise<{ readonly created: ReadonlySet<Record>; readonly failure?: PromiseRejectedResult }> => {
  // One that is alone costs less as a write of its own.
  const transactions = chunk(all, MAX_CREATED_TOGETHER).filter(({ length }) => length > 1);
  const create = async (some: readonly NewBooking<Record>[]): Promise<Record[]> => {
    const toCreate = some.map(({ booking }) => booking);
    return (await bookings.createAll(toCreate, by)) ? some.map(({ record }) => record) : [];
  };
  const results = await Promise.allSettled(transactions.map(create));
  const failure = results.find((result) => result.status === 'rejected');
  const created = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  return { created: new Set(created), failure };
};
