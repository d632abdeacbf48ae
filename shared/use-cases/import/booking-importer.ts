import type { Acting } from '../../domain/audit-entry.ts';
import { bookingKey, type Booking, type BookingStore } from '../../domain/booking.ts';
import type { Instant } from '../../domain/instant.ts';
import { userKey, type UserRef, type UserStore } from '../../domain/user.ts';
import { applyRecords, rejectRecord, type Importer } from './apply-records.ts';
import { mergeBooking, parseBooking, type BookingImportOptions, type BookingRecord } from './booking-records.ts';
import { bookingRecord } from '../../rules/fields.ts';

export interface BookingImportStores {
  readonly users: Pick<UserStore, 'findAll'>;
  readonly bookings: Pick<BookingStore, 'findAll' | 'change'>;
  readonly now: () => Instant;
  /** The author of the changes; absent in a dry run. */
  readonly by?: Acting;
}

/** Applies records of bookings: creates, changes and deletes them. */
export const makeBookingImporter = (
  { users, bookings, now, by }: BookingImportStores,
  options: BookingImportOptions = {},
): Importer => {
  const findUserKeys = async (refs: readonly UserRef[]): Promise<ReadonlySet<string>> => {
    const distinct = new Map(refs.map((ref) => [userKey(ref), ref]));
    const found = await users.findAll([...distinct.values()]);
    return new Set(found.map(({ companyId, id }) => userKey({ companyId, userId: id })));
  };

  const prepare = async (records: readonly BookingRecord[], begunAt: Instant) => {
    const audited = by && { by: { ...by, now: () => begunAt } };
    const refs = new Map(records.map(({ ref }) => [bookingKey(ref), ref]));
    const found = await bookings.findAll([...refs.values()]);
    const known = new Map(found.map((booking) => [bookingKey(booking), booking]));
    const deletedKeys = new Set(records.flatMap(({ ref, isDeleted }) => (isDeleted ? [bookingKey(ref)] : [])));
    const userMustExist = ({ ref, isDeleted }: BookingRecord): boolean =>
      !options.allowUnknownUsers && !isDeleted && (!known.has(bookingKey(ref)) || deletedKeys.has(bookingKey(ref)));
    const userKeys = await findUserKeys(records.filter(userMustExist).map(({ ref }) => ref.user));
    return {
      keysOf: ({ ref }: BookingRecord) => [bookingKey(ref)] as const,
      apply: async (record: BookingRecord, isFirst: boolean) => {
        const { ref, isDeleted } = record;
        const isUserMissing = userMustExist(record) && !userKeys.has(userKey(ref.user));
        const decide = (before: Booking | undefined): Booking | undefined => {
          if (isDeleted) return undefined;
          if (!before && isUserMissing) rejectRecord(`the company has no user ${ref.user.userId}`);
          return mergeBooking(before, record, now());
        };
        const current = isFirst ? { booking: known.get(bookingKey(ref)) } : undefined;
        return (await bookings.change(ref, decide, current, audited)).outcome;
      },
    };
  };

  return {
    rules: bookingRecord,
    companyId: options.companyId,
    apply: (records, begunAt = now()) =>
      applyRecords(
        records,
        (fields) => parseBooking(fields, options),
        (parsed) => prepare(parsed, begunAt),
      ),
  };
};
