import type { BookingKind } from '../rules/bookings.ts';
import type { Acting, Audited, ChangedBy, Actor } from './audit-entry.ts';
import { containsInstant, type CheckinPeriod } from './checkin-period.ts';
import type { Instant } from './instant.ts';
import type { UserRef } from './user-ref.ts';
import type { Change, WriteOutcome } from './write-outcome.ts';

/** What is recorded on a booking when it is checked in. */
export interface CheckinRecord {
  /** The moment of the check-in: the request's `date`. */
  readonly at: Instant;
  /** The moment the service received the request. */
  readonly receivedAt: Instant;
  /** The API client that sent the request; absent if an administrator checked in by hand. */
  readonly clientId?: string;
  /** The administrator who checked in by hand. */
  readonly by?: Actor;
  /** The door or device, as the request named it. */
  readonly reader?: string;
  /** The request that checked in. */
  readonly requestId: string;
  /** Shared by all bookings of one check-in, even if a retry finished it. Identifies the push. */
  readonly checkinId: string;
  readonly idempotencyKey?: string;
  /** Whether the user gets a push. */
  readonly notify: boolean;
  /** The check-in was restored from a backup, so no push is sent for it. */
  readonly restored?: true;
}

/** A desk or parking place reserved for a user. A booking is identified by its company, its user and its `bookingId`. */
export interface Booking extends CheckinPeriod {
  readonly user: UserRef;
  readonly bookingId: string;
  readonly kind: BookingKind;
  /** The name of the place, shown in a push. */
  readonly name?: string;
  readonly checkin?: CheckinRecord;
  /** Ids of check-ins that were undone or lost when the booking was moved. Retries do not make them again. */
  readonly undone?: readonly string[];
  /** The id of the last undo, so that a restore knows of an undo since its copy. */
  readonly undoId?: string;
  /**
   * When the booking was created or moved to another time, or its last check-in removed. Retries of earlier requests skip this
   * booking.
   */
  readonly openSince: Instant;
  /** The last change that was not a check-in of a gate. */
  readonly changedBy?: ChangedBy;
}

export interface CheckedInBooking extends Booking {
  readonly checkin: CheckinRecord;
}

/** A booking as an import or a booking system describes it, without check-ins. */
export type BookingDetails = Omit<Booking, 'checkin' | 'undone' | 'undoId' | 'openSince' | 'changedBy'>;

/** The key of one booking. */
export type BookingRef = Pick<Booking, 'user' | 'bookingId'>;

/** The key of a booking in maps and sets. */
export const bookingKey = ({ user, bookingId }: BookingRef): string =>
  JSON.stringify([user.companyId, user.userId, bookingId]);

/**
 * The maximum length of `undone`. Requests can be retried for 72 hours; more undone check-ins of one booking in that time are
 * not expected.
 */
const MAX_UNDONE = 50;

/** The booking without its check-in, marked so that retries of earlier requests do not check it in again. */
export const reopen = (
  { checkin: _, undone = [], ...booking }: Booking,
  { checkinId }: CheckinRecord,
  now: Instant,
): Booking => ({ ...booking, undone: [...undone, checkinId].slice(-MAX_UNDONE), openSince: now });

const overlap = (one: CheckinPeriod, other: CheckinPeriod): boolean =>
  one.checkinOpensAt < other.noShowAt && other.checkinOpensAt < one.noShowAt;

/**
 * A booking with new details. An existing check-in stays if its moment is inside the new
 * period; otherwise the booking is open again.
 * @param now recorded if the booking is new or open again, or its new period does not overlap the old one
 */
export const rebook = (before: Booking | undefined, details: BookingDetails, now: Instant): Booking => {
  const { checkin, undone, undoId, changedBy } = before ?? {};
  const booking = {
    ...details,
    ...(checkin && { checkin }),
    ...(undone && { undone }),
    ...(undoId && { undoId }),
    ...(changedBy && { changedBy }),
    openSince: before && overlap(before, details) ? before.openSince : now,
  };
  return checkin && !containsInstant(details, checkin.at) ? reopen(booking, checkin, now) : booking;
};

/** The attributes in the index by day, which is eventually consistent. */
export interface IndexedBooking extends BookingRef, Pick<Booking, 'checkinOpensAt'> {}

/** From `from` (inclusive) to `until` (exclusive). */
export interface TimeRange {
  readonly from: Instant;
  readonly until: Instant;
}

/** An entry of the index of a user's bookings by time. */
export type BookingPeriod = Pick<Booking, 'bookingId' | 'kind' | 'name' | 'checkinOpensAt' | 'noShowAt'>;

/** The result of a check-in for one booking, and the booking at that moment. */
export type BookingOutcome =
  | { readonly kind: 'checked-in'; readonly booking: CheckedInBooking }
  /** An earlier request had checked it in. */
  | { readonly kind: 'already-checked-in'; readonly booking: CheckedInBooking }
  /** The booking was deleted or moved, or this check-in was undone, after it was read. */
  | { readonly kind: 'closed'; readonly booking?: Booking };

/** What a retry has to know about the first request with its Idempotency-Key. */
export interface RepeatedRequest {
  /**
   * When the first request was received; undefined if this is the first. A booking whose `openSince` is that moment or later is not
   * checked in.
   */
  readonly firstReceivedAt?: Instant | undefined;
}

/** The limit of a transaction (DynamoDB API Reference, "TransactWriteItems"); 100 bookings are far below its 4 MB. */
export const MAX_CREATED_TOGETHER = 100;

/** The store of bookings. Every method may throw {@link ServiceError} `dependency_unavailable`. */
export interface BookingStore {
  /** The ids of the user's bookings whose period contains `instant`, checked in or not. Eventually consistent. */
  findOpen(user: UserRef, instant: Instant): Promise<string[]>;
  /** The periods of the user's bookings that overlap the range, in no order. Eventually consistent. */
  findOverlapping(user: UserRef, range: TimeRange): Promise<BookingPeriod[]>;
  /** The bookings that exist, read consistently; in no order. */
  find(user: UserRef, bookingIds: readonly string[]): Promise<Booking[]>;
  /** The bookings that the check-in at `at` has checked in so far; in no order. */
  findCheckedIn(user: UserRef, checkin: Pick<CheckinRecord, 'checkinId' | 'at'>): Promise<Booking[]>;
  /**
   * Checks in one booking, atomically, if it is open at `record.at`, not checked in, and this check-in was not undone.
   * @example
   * const { kind } = await bookings.checkIn({ companyId: 'acme', userId: 42 }, 'b-1', record); // 'checked-in'
   */
  checkIn(user: UserRef, bookingId: string, record: CheckinRecord, repeated?: RepeatedRequest): Promise<BookingOutcome>;
  /** The bookings, of any users, that exist, read consistently; in no order. */
  findAll(refs: readonly BookingRef[]): Promise<Booking[]>;
  /**
   * Changes one booking in one atomic step. `decide` gets the current booking and returns the new one; `undefined` deletes it. It is
   * called again if the booking changed in between, so that no check-in is lost.
   * @param known the result of {@link findAll} for this booking; if absent, the booking is read first
   * @param audited recorded with the booking, in one transaction with its entries
   * @example
   * await bookings.change(ref, (before) => before && { ...before, name: 'Desk 7' }); // { outcome: 'written', … }
   * await bookings.change(ref, () => undefined); // { outcome: 'deleted', … }
   */
  change(
    ref: BookingRef,
    decide: (before: Booking | undefined) => Booking | undefined,
    known?: { readonly booking: Booking | undefined },
    audited?: Audited<Booking>,
  ): Promise<Change<Booking>>;
  /**
   * Creates these bookings, or none of them if one exists.
   * @param bookings at most {@link MAX_CREATED_TOGETHER}, each with another key
   * @returns whether they were created
   */
  createAll(bookings: readonly Booking[], by?: Acting): Promise<boolean>;
  /** Creates a booking, or changes its details with {@link rebook}, at the moment `openSince`. */
  save(booking: BookingDetails & Pick<Booking, 'openSince'>): Promise<WriteOutcome>;
  /** All bookings of a user, in the order of their ids. */
  list(user: UserRef): Promise<Booking[]>;
  /**
   * The company's bookings whose period opens in the range, in the order in which they open. Eventually consistent.
   * @param page at most `limit` bookings that follow `after`, the last one of the previous page. Fewer than `limit` means the end
   * of the list
   */
  listByOpening(
    companyId: string,
    range: TimeRange,
    page: { readonly limit: number; readonly after?: IndexedBooking },
  ): Promise<IndexedBooking[]>;
}

/** The part of the store that a check-in needs. */
export type BookingCheckins = Pick<
  BookingStore,
  'find' | 'findAll' | 'findOpen' | 'findOverlapping' | 'findCheckedIn' | 'checkIn'
>;
