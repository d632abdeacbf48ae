import type { Acting } from '../../domain/audit-entry.ts';
import { bookingKey, type Booking, type BookingStore } from '../../domain/booking.ts';
import type { Instant } from '../../domain/instant.ts';
import { userKey, type UserRef, type UserStore } from '../../domain/user.ts';
import type { ChangeOutcome } from '../../domain/write-outcome.ts';
import { applyInOrder, parseAll, RecordRejected, type Importer } from './apply-records.ts';
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

  return {
    rules: bookingRecord,
    companyId: options.companyId,
    async apply(records, begunAt = now()) {
      const audited = by && { by: { ...by, now: () => begunAt } };
      const parsed = parseAll(records, (fields) => parseBooking(fields, options));
      const good = parsed.flatMap((record) => (record instanceof RecordRejected ? [] : [record]));
      const refs = new Map(good.map(({ ref }) => [bookingKey(ref), ref]));
      const found = await bookings.findAll([...refs.values()]);
      const known = new Map(found.map((booking) => [bookingKey(booking), booking]));
      const deletedKeys = new Set(good.flatMap(({ ref, isDeleted }) => (isDeleted ? [bookingKey(ref)] : [])));
      const userMustExist = ({ ref, isDeleted }: BookingRecord): boolean =>
        !options.allowUnknownUsers && !isDeleted && (!known.has(bookingKey(ref)) || deletedKeys.has(bookingKey(ref)));
      const userKeys = await findUserKeys(good.filter(userMustExist).map(({ ref }) => ref.user));
      /** Bookings that an earlier record of this request may have changed, so that a later record reads them again. */
      const changedKeys = new Set<string>();

      const applyOne = async (record: BookingRecord): Promise<ChangeOutcome> => {
        const { ref, isDeleted } = record;
        const key = bookingKey(ref);
        const isUserMissing = userMustExist(record) && !userKeys.has(userKey(ref.user));
        const decide = (before: Booking | undefined): Booking | undefined => {
          if (isDeleted) return undefined;
          if (!before && isUserMissing)
            throw new RecordRejected('user_not_found', `the company has no user ${ref.user.userId}`);
          return mergeBooking(before, record, now());
        };
        const current = changedKeys.has(key) ? undefined : { booking: known.get(key) };
        changedKeys.add(key);
        return (await bookings.change(ref, decide, current, audited)).outcome;
      };
      return applyInOrder(parsed, ({ ref }) => [bookingKey(ref)], applyOne);
    },
  };
};
