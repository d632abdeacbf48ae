import type { Booking, BookingRef, BookingStore, CreateBookings } from '../../domain/booking.ts';
import type { Instant } from '../../domain/instant.ts';
import type { UserRef, UserStore } from '../../domain/user.ts';
import type { ChangeOutcome } from '../../domain/write-outcome.ts';
import { applyInOrder, parseAll, RecordRefused, type Importer } from './apply-records.ts';
import { mergeBooking, parseBooking, type BookingImportOptions, type BookingRecord } from './booking-records.ts';
import { bookingMembers } from './members.ts';

export interface BookingImportStores {
  readonly users: Pick<UserStore, 'findAll'>;
  readonly bookings: Pick<BookingStore, 'findAll' | 'change'>;
  /** Undefined: new bookings are created one by one. */
  readonly createBookings?: CreateBookings;
  readonly now: () => Instant;
}

const userKeyOf = ({ companyId, userId }: UserRef): string => JSON.stringify([companyId, userId]);
const keyOf = ({ user, bookingId }: BookingRef): string => JSON.stringify([user.companyId, user.userId, bookingId]);

/** The size of the cache of users. Files are usually grouped by company, so more entries would only take memory. */
const MAX_USERS_REMEMBERED = 100_000;

/** Which users exist; each is read once. */
const makeKnownUsers = (users: BookingImportStores['users'], allowUnknownUsers: boolean) => {
  const existing = new Set<string>();
  return async (refs: readonly UserRef[]): Promise<(ref: UserRef) => boolean> => {
    if (allowUnknownUsers) return () => true;
    // Stryker disable next-line ConditionalExpression,EqualityOperator: a smaller or larger cache has the same results.
    if (existing.size > MAX_USERS_REMEMBERED) existing.clear();
    const unseen = new Map(refs.map((ref) => [userKeyOf(ref), ref] as const));
    for (const key of unseen.keys()) if (existing.has(key)) unseen.delete(key);
    for (const { companyId, id } of await users.findAll([...unseen.values()]))
      existing.add(userKeyOf({ companyId, userId: id }));
    return (ref) => existing.has(userKeyOf(ref));
  };
};

type IsUser = (ref: UserRef) => boolean;

/** A record and the booking that it creates if there is none. Empty if it cannot: the record is then refused on its own. */
const toCreation = (
  record: BookingRecord,
  isUser: IsUser,
  now: Instant,
): { readonly record: BookingRecord; readonly booking: Booking }[] => {
  if (!isUser(record.ref.user)) return [];
  try {
    return [{ record, booking: mergeBooking(undefined, record, now) }];
  } catch {
    return [];
  }
};

/** Leaves out records of the same booking: they are applied one after the other. */
const createNew = async (
  records: readonly BookingRecord[],
  isUser: IsUser,
  { createBookings, now }: Required<Pick<BookingImportStores, 'createBookings' | 'now'>>,
): Promise<Set<BookingRecord>> => {
  const byKey = Map.groupBy(records, ({ ref }) => keyOf(ref));
  const single = [...byKey.values()].filter(({ length }) => length === 1).flat();
  const fresh = single.flatMap((record) => toCreation(record, isUser, now()));
  const isCreated = await createBookings(fresh.map(({ booking }) => booking));
  return new Set(fresh.filter((_, index) => isCreated[index]).map(({ record }) => record));
};

/** One call can read this many bookings: enough to see whether the bookings of a file are new. */
const PROBE = 100;

/** Applies records of bookings: creates, changes and deletes them. */
export const makeBookingImporter = (
  { users, bookings, createBookings, now }: BookingImportStores,
  options: BookingImportOptions = {},
): Importer => {
  const findUsers = makeKnownUsers(users, options.allowUnknownUsers === true);
  /** Whether all bookings of the previous batch were new. If so, the next ones are created without being read first. */
  let wasAllNew = false;

  const read = async (refs: readonly (readonly [string, BookingRef])[]): Promise<(readonly [string, Booking])[]> => {
    const found = await bookings.findAll(refs.map(([, ref]) => ref));
    return found.map((booking) => [keyOf(booking), booking] as const);
  };

  /**
   * The existing bookings of the records, and the records that created theirs. Reads a hundred first, and more only if needed.
   */
  const prepare = async (records: readonly BookingRecord[]) => {
    const refs = [...new Map(records.map(({ ref }) => [keyOf(ref), ref]))];
    const probe = wasAllNew ? 0 : PROBE;
    const known = new Map(await read(refs.slice(0, probe)));
    const readRest = async (rest: typeof refs): Promise<void> => {
      for (const [key, booking] of await read(rest)) known.set(key, booking);
    };
    const isReadFirst = !createBookings || known.size > 0;
    if (isReadFirst) await readRest(refs.slice(probe));
    const absent = records.filter(({ ref, isDeleted }) => !isDeleted && !known.has(keyOf(ref)));
    const isUser = await findUsers(absent.map(({ ref }) => ref.user));
    const created = createBookings
      ? await createNew(absent, isUser, { createBookings, now })
      : new Set<BookingRecord>();
    if (!isReadFirst) {
      const createdKeys = new Set([...created].map(({ ref }) => keyOf(ref)));
      await readRest(refs.slice(probe).filter(([key]) => !createdKeys.has(key)));
    }
    wasAllNew = known.size === 0 && created.size > 0;
    return { known, isUser, created };
  };

  return {
    members: bookingMembers,
    companyId: options.companyId,
    async apply(records) {
      const parsed = parseAll(records, (fields) => parseBooking(fields, options));
      const good = parsed.flatMap((record) => (record instanceof RecordRefused ? [] : [record]));
      const { known, isUser, created } = await prepare(good);
      /** A booking that an earlier record has changed is read again. */
      const isChanged = new Set<string>();

      const change = async (record: BookingRecord, isUserKnown: IsUser): Promise<ChangeOutcome> => {
        const { ref } = record;
        const key = keyOf(ref);
        const isKnown = !isChanged.has(key);
        isChanged.add(key);
        const decide = (before: Booking | undefined): Booking | undefined => {
          if (record.isDeleted) return undefined;
          if (!before && !isUserKnown(ref.user))
            throw new RecordRefused('user_not_found', `the company has no user ${ref.user.userId}`);
          return mergeBooking(before, record, now());
        };
        const changed = isKnown
          ? bookings.change(ref, decide, { booking: known.get(key) })
          : bookings.change(ref, decide);
        return (await changed).outcome;
      };

      const applyOne = async (record: BookingRecord): Promise<ChangeOutcome> => {
        if (created.has(record)) return 'written';
        try {
          return await change(record, isUser);
        } catch (error) {
          const wasThere = known.has(keyOf(record.ref));
          if (!(wasThere && error instanceof RecordRefused && error.code === 'user_not_found')) throw error;
          // The booking was deleted after it was read, so its user has not been looked up.
          return change(record, await findUsers([record.ref.user]));
        }
      };
      return applyInOrder(parsed, ({ ref }) => [keyOf(ref)], applyOne);
    },
  };
};
