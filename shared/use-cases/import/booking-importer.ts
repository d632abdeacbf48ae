import type { Booking, BookingRef, BookingStore, WriteBookings } from '../../domain/booking.ts';
import type { Instant } from '../../domain/instant.ts';
import type { UserStore } from '../../domain/user.ts';
import type { ChangeOutcome } from '../../domain/write-outcome.ts';
import { applyInOrder, parseAll, RecordRefused, type Importer } from './apply-records.ts';
import { applyTogether, type KeyedRecord, type MergeBooking } from './apply-together.ts';
import { mergeBooking, parseBooking, type BookingImportOptions } from './booking-records.ts';
import { makeKnownUsers, type IsUser } from './known-users.ts';
import { bookingMembers } from './members.ts';

export interface BookingImportStores {
  readonly users: Pick<UserStore, 'findAll'>;
  readonly bookings: Pick<BookingStore, 'findAll' | 'change'>;
  /** Undefined: bookings are written one by one. */
  readonly writeBookings?: WriteBookings;
  readonly now: () => Instant;
}

const keyOf = ({ user, bookingId }: BookingRef): string => JSON.stringify([user.companyId, user.userId, bookingId]);

const toMap = (found: readonly Booking[]) => new Map(found.map((booking) => [keyOf(booking), booking]));

/** One call can read this many bookings: enough to see whether the bookings of a file are new. */
const PROBE = 100;

/**
 * If more of the bookings of a batch exist, the next batches are read first, because a refused creation costs a write unit. A few exist
 * even if the file is new: the SDK repeats a call whose response was lost.
 */
const MAX_SHARE_REFUSED = 0.1;

/** Applies records of bookings: creates, changes and deletes them. */
export const makeBookingImporter = (
  { users, bookings, writeBookings, now }: BookingImportStores,
  options: BookingImportOptions = {},
): Importer => {
  const findUsers = makeKnownUsers(users, options.allowUnknownUsers === true);
  const merge: MergeBooking = (before, record) => mergeBooking(before, record, now());
  /** The bookings of the first records that exist. */
  let probe: Promise<Booking[]> | undefined;
  /** If false, bookings are created without being read first. */
  let isReadFirst = writeBookings === undefined;
  /** The keys of each batch that is prepared and not applied. */
  const waiting = new Set<ReadonlyMap<string, BookingRef>>();

  const read = async (refs: readonly BookingRef[]): Promise<Map<string, Booking>> =>
    toMap(refs.length > 0 ? await bookings.findAll(refs) : []);

  /** Reads the bookings, unless the first hundred of the file are all new. */
  const readUnlessNew = async (refs: readonly BookingRef[]): Promise<Map<string, Booking> | undefined> => {
    const isFirst = probe === undefined;
    probe ??= bookings.findAll(refs.slice(0, PROBE));
    const found = await probe;
    if (found.length > 0) isReadFirst = true;
    if (!isReadFirst) return undefined;
    return isFirst ? new Map([...toMap(found), ...(await read(refs.slice(PROBE)))]) : read(refs);
  };

  /** Applies one record, with a condition on what was read. */
  const makeChange = (known: ReadonlyMap<string, Booking>, isUser: IsUser) => {
    /** A booking that an earlier record has changed is read again. */
    const isChanged = new Set<string>();

    const change = async (record: KeyedRecord, isUserKnown: IsUser): Promise<ChangeOutcome> => {
      const { ref, key } = record;
      const isKnown = !isChanged.has(key);
      isChanged.add(key);
      const decide = (before: Booking | undefined): Booking | undefined => {
        if (record.isDeleted) return undefined;
        if (!before && !isUserKnown(ref.user))
          throw new RecordRefused('user_not_found', `the company has no user ${ref.user.userId}`);
        return merge(before, record);
      };
      const changed = isKnown
        ? bookings.change(ref, decide, { booking: known.get(key) })
        : bookings.change(ref, decide);
      return (await changed).outcome;
    };

    return async (record: KeyedRecord): Promise<ChangeOutcome> => {
      try {
        return await change(record, isUser);
      } catch (error) {
        const wasThere = known.has(record.key);
        if (!(wasThere && error instanceof RecordRefused && error.code === 'user_not_found')) throw error;
        // The booking was deleted after it was read, so its user has not been looked up.
        return change(record, await findUsers([record.ref.user]));
      }
    };
  };

  const prepare: Importer['prepare'] = async (records) => {
    const parsed = parseAll(records, (fields): KeyedRecord => {
      const record = parseBooking(fields, options);
      return { ...record, key: keyOf(record.ref) };
    });
    const good = parsed.flatMap((record) => (record instanceof RecordRefused ? [] : [record]));
    const refs = new Map(good.map(({ key, ref }) => [key, ref]));
    // An earlier batch may still change a booking, which is then read when that batch is applied.
    const earlier = [...waiting];
    // The command line adds `Map.groupBy` on Node 20, but not `Object.groupBy`.
    const byState = Map.groupBy(refs.values(), (ref) =>
      earlier.some((keys) => keys.has(keyOf(ref))) ? 'changing' : 'ready',
    );
    const { ready = [], changing = [] } = Object.fromEntries(byState);
    waiting.add(refs);
    const found = await readUnlessNew(ready);

    return async () => {
      const known = new Map([...(found ?? []), ...(await read(changing))]);
      const absent = good.filter(({ key, isDeleted }) => !isDeleted && !known.has(key));
      const isUser = await findUsers(absent.map(({ ref }) => ref.user));
      const applied = await applyTogether(good, { known, isUser }, merge, writeBookings);
      if (!found) {
        const left = new Map(good.filter((record) => !applied.has(record)).map(({ key, ref }) => [key, ref]));
        for (const [key, booking] of await read([...left.values()])) known.set(key, booking);
        if (known.size > refs.size * MAX_SHARE_REFUSED) isReadFirst = true;
      }
      const outcomes = await applyInOrder(
        parsed,
        ({ key }) => [key],
        makeChange(known, isUser),
        (record) => applied.get(record),
      );
      waiting.delete(refs);
      return outcomes;
    };
  };

  return {
    members: bookingMembers,
    companyId: options.companyId,
    prepare,
    apply: async (records) => (await prepare(records))(),
  };
};
