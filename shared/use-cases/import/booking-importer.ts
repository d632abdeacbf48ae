import type { Acting } from '../../domain/audit-entry.ts';
import { bookingKey, MAX_CREATED_TOGETHER, type Booking, type BookingStore } from '../../domain/booking.ts';
import { chunk } from '../../domain/chunk.ts';
import type { Instant } from '../../domain/instant.ts';
import type { UserStore } from '../../domain/user.ts';
import type { ChangeOutcome } from '../../domain/write-outcome.ts';
import { applyInOrder, ApplyStopped, parseAll, RecordRejected, type Importer } from './apply-records.ts';
import { mergeBooking, parseBooking, type BookingImportOptions, type BookingRecord } from './booking-records.ts';
import { makeKnownUsers, type IsUser } from './known-users.ts';
import { bookingRecord } from '../../rules/fields.ts';

export interface BookingImportStores {
  readonly users: Pick<UserStore, 'findAll'>;
  readonly bookings: Pick<BookingStore, 'findAll' | 'change' | 'createAll'>;
  readonly now: () => Instant;
  /** The author of the changes; absent in a dry run. */
  readonly by?: Acting;
}

interface KeyedRecord extends BookingRecord {
  readonly key: string;
}

interface NewBooking {
  readonly record: KeyedRecord;
  readonly booking: Booking;
}

/** Applies records of bookings: creates, changes and deletes them. */
export const makeBookingImporter = (
  { users, bookings, now, by }: BookingImportStores,
  options: BookingImportOptions = {},
): Importer => {
  const findUsers = makeKnownUsers(users, now, options.allowUnknownUsers === true);

  /** The new booking of a record; an empty list if the record is rejected. */
  const toNew = (record: KeyedRecord): NewBooking[] => {
    try {
      return [{ record, booking: mergeBooking(undefined, record, now()) }];
    } catch (error) {
      if (error instanceof RecordRejected) return [];
      throw error;
    }
  };

  /**
   * Creates bookings, many in one transaction. Compared with a separate write, each booking costs twice the write units, and
   * a sixth of the processor time. Nobody else writes a booking that does not exist, so these transactions disturb no check-in.
   * @returns the records whose bookings were created. If another writer created one first, its whole transaction is left out
   */
  const createTogether = async (all: readonly NewBooking[], author: Acting | undefined) => {
    // A single booking costs less as a write of its own.
    const transactions = chunk(all, MAX_CREATED_TOGETHER).filter(({ length }) => length > 1);
    const create = async (group: readonly NewBooking[]): Promise<readonly NewBooking[]> => {
      const toCreate = group.map(({ booking }) => booking);
      return (await bookings.createAll(toCreate, author)) ? group : [];
    };
    const results = await Promise.allSettled(transactions.map(create));
    const created = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    const failure = results.find((result) => result.status === 'rejected');
    return { created: new Set(created.map(({ record }) => record)), failure };
  };

  /** Applies one record, on condition that the booking is still as it was read. */
  const makeChange = (
    known: ReadonlyMap<string, Booking>,
    created: ReadonlySet<KeyedRecord>,
    isUser: IsUser,
    author: Acting | undefined,
  ) => {
    /** Bookings that an earlier record has changed are read again. */
    const changedKeys = new Set<string>();

    const change = async (record: KeyedRecord, isUserKnown: IsUser): Promise<ChangeOutcome> => {
      const { ref, key } = record;
      const isCurrent = !changedKeys.has(key);
      changedKeys.add(key);
      if (created.has(record)) return 'written';
      const decide = (before: Booking | undefined): Booking | undefined => {
        if (record.isDeleted) return undefined;
        if (!before && !isUserKnown(ref.user))
          throw new RecordRejected('user_not_found', `the company has no user ${ref.user.userId}`);
        return mergeBooking(before, record, now());
      };
      const before = isCurrent ? { booking: known.get(key) } : undefined;
      return (await bookings.change(ref, decide, before, author && { by: author })).outcome;
    };

    return async (record: KeyedRecord): Promise<ChangeOutcome> => {
      try {
        return await change(record, isUser);
      } catch (error) {
        const existed = known.has(record.key);
        if (!(existed && error instanceof RecordRejected && error.code === 'user_not_found')) throw error;
        // The booking was deleted after it was read, so its user has not been looked up.
        return change(record, await findUsers([record.ref.user]));
      }
    };
  };

  return {
    rules: bookingRecord,
    companyId: options.companyId,
    async apply(records, begunAt = now()) {
      const author = by && { ...by, now: () => begunAt };
      const parsed = parseAll(records, (fields): KeyedRecord => {
        const record = parseBooking(fields, options);
        return { ...record, key: bookingKey(record.ref) };
      });
      const good = parsed.flatMap((record) => (record instanceof RecordRejected ? [] : [record]));
      const refs = new Map(good.map(({ key, ref }) => [key, ref]));
      const found = await bookings.findAll([...refs.values()]);
      const known = new Map(found.map((booking) => [bookingKey(booking), booking]));
      const absent = good.filter(({ key, isDeleted }) => !isDeleted && !known.has(key));
      const isUser = await findUsers(absent.map(({ ref }) => ref.user));
      const firstRecords = [...Map.groupBy(good, ({ key }) => key).values()].flatMap(([first]) => first ?? []);
      const isNew = ({ key, ref, isDeleted }: KeyedRecord) => !isDeleted && !known.has(key) && isUser(ref.user);
      const { created, failure } = await createTogether(firstRecords.filter(isNew).flatMap(toNew), author);
      if (failure) {
        const toOutcome = (record: KeyedRecord | RecordRejected) =>
          created.has(record as KeyedRecord) ? ({ outcome: 'written' } as const) : undefined;
        throw new ApplyStopped(failure.reason, parsed.map(toOutcome));
      }
      return applyInOrder(parsed, ({ key }) => [key], makeChange(known, created, isUser, author));
    },
  };
};
