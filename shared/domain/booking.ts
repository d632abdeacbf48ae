import type { BookingValues, NearAttributeName } from '../rules/attributes.ts';
import type { AttendanceResult } from '../rules/bookings.ts';
import type { Audited, ChangedBy, Actor } from './audit-entry.ts';
import { defined } from '../rules/plain-values.ts';
import { containsInstant, type CheckinPeriod } from './checkin-period.ts';
import type { Instant } from './instant.ts';
import type { UserRef } from './user.ts';
import type { Change, WriteOutcome } from './write-outcome.ts';

export interface CheckinRecord {
  /** When the person was at the gate: the `date` of the request, or the time of receipt. */
  readonly at: Instant;
  readonly receivedAt: Instant;
  /** Absent if an administrator checked the person in by hand. */
  readonly clientId?: string;
  /** Who checked the person in by hand. */
  readonly by?: Actor;
  /** Why somebody was checked in by hand: a text, or one of `checkinReasons`. */
  readonly reason?: string;
  /** The door or device, as the request named it. */
  readonly reader?: string;
  readonly requestId: string;
  /** Shared by all bookings of one check-in, even if a retry finished it. Identifies the push. */
  readonly checkinId: string;
  readonly idempotencyKey?: string;
  readonly notify: boolean;
  /** Restored from a backup, so no push is sent. */
  readonly restored?: true;
}

/** A desk or parking place reserved for a user. The company, the user and `bookingId` identify it. */
export interface Booking extends CheckinPeriod, BookingValues {
  readonly user: UserRef;
  readonly bookingId: string;
  readonly checkin?: CheckinRecord;
  /** Ids of check-ins that were undone, or lost when the booking was moved. Retries do not repeat them. */
  readonly undone?: readonly string[];
  /** When the booking was created, moved to another time or last reopened. Retries of earlier requests skip the booking. */
  readonly openSince: Instant;
  /** The last change other than a check-in at a gate. */
  readonly changedBy?: ChangedBy;
}

export interface CheckedInBooking extends Booking {
  readonly checkin: CheckinRecord;
}

/** The details that an import or a booking system sets for a booking. */
export type BookingDetails = Omit<Booking, 'checkin' | 'undone' | 'openSince' | 'changedBy'>;

/** When the booking was last written by anybody but a gate. */
export const writtenAt = ({ changedBy, openSince }: Booking): Instant => changedBy?.at ?? openSince;

export type BookingRef = Pick<Booking, 'user' | 'bookingId'>;

/** A key for maps and sets in memory. */
export const bookingMapKey = ({ user, bookingId }: BookingRef): string =>
  JSON.stringify([user.companyId, user.userId, bookingId]);

/** The maximum length of `undone`. In the 72 hours in which a request can be retried, fewer undos of a booking are expected. */
const MAX_UNDONE = 50;

/** Returns the booking without its check-in, marked so that retries of earlier requests do not check it in again. */
export const reopen = (
  { checkin: _, undone = [], ...booking }: Booking,
  { checkinId }: CheckinRecord,
  now: Instant,
): Booking => ({ ...booking, undone: [...undone, checkinId].slice(-MAX_UNDONE), openSince: now });

const overlap = (one: CheckinPeriod, other: CheckinPeriod): boolean =>
  one.checkinOpensAt < other.noShowAt && other.checkinOpensAt < one.noShowAt;

/**
 * Returns a booking with new details. An existing check-in stays if it is inside the new period; otherwise the booking is open
 * again.
 * @param now the new `openSince` if the booking is new or open again, or if its old and new periods do not overlap
 */
export const rebook = (before: Booking | undefined, details: BookingDetails, now: Instant): Booking => {
  const { checkin, undone, changedBy } = before ?? {};
  const booking = {
    ...details,
    ...(checkin && { checkin }),
    ...(undone && { undone }),
    ...(changedBy && { changedBy }),
    openSince: before && overlap(before, details) ? before.openSince : now,
  };
  return checkin && !containsInstant(details, checkin.at) ? reopen(booking, checkin, now) : booking;
};

/** A booking in the index by day, which is eventually consistent. */
export interface IndexedBooking extends BookingRef, Pick<Booking, 'checkinOpensAt' | 'name'> {}

/** From `from` (inclusive) to `until` (exclusive). */
export interface TimeRange {
  readonly from: Instant;
  readonly until: Instant;
}

/** A booking in the index by time, which is eventually consistent. */
export type BookingPeriod = Pick<Booking, 'bookingId' | NearAttributeName | 'checkinOpensAt' | 'noShowAt'>;

/** The outcome of checking in a booking, with the booking as it was then. */
export type BookingOutcome =
  | { readonly kind: 'checked-in'; readonly booking: CheckedInBooking }
  /** An earlier request had checked the booking in. */
  | { readonly kind: 'already-checked-in'; readonly booking: CheckedInBooking }
  /** Meanwhile, the booking was deleted or moved, or this check-in was undone. */
  | { readonly kind: 'closed'; readonly booking?: Booking };

/** Unless stated otherwise, bookings are returned in no particular order. */
export interface BookingStore {
  /** Eventually consistent. */
  findOverlapping(user: UserRef, range: TimeRange): Promise<BookingPeriod[]>;
  /** Reads consistently. Ids without a booking are left out. */
  find(user: UserRef, bookingIds: readonly string[]): Promise<Booking[]>;
  /** Returns the bookings that this check-in has checked in. */
  findCheckedIn(user: UserRef, checkin: Pick<CheckinRecord, 'checkinId' | 'at'>): Promise<Booking[]>;
  /**
   * Checks in a booking atomically if it is open at `record.at` and not checked in, and if this check-in was not undone.
   * @param firstReceivedAt for a retry, when the first request was received: a booking with a later `openSince` is skipped
   */
  checkIn(user: UserRef, bookingId: string, record: CheckinRecord, firstReceivedAt?: Instant): Promise<BookingOutcome>;
  /** Like {@link find}, but the bookings can belong to different users. */
  findAll(refs: readonly BookingRef[]): Promise<Booking[]>;
  /**
   * Changes one booking atomically. `decide` gets the current booking and returns the new one, or `undefined` to delete it. If
   * the booking changed meanwhile, `decide` is called again, so that no check-in is lost.
   * @param alreadyRead the result of {@link findAll} for this booking; if absent, the booking is read first
   * @param audited the author, and the audit entries to commit with the change
   */
  change(
    ref: BookingRef,
    decide: (before: Booking | undefined) => Booking | undefined,
    alreadyRead?: { readonly booking: Booking | undefined },
    audited?: Audited<Booking>,
  ): Promise<Change<Booking>>;
  /** Creates the booking, or {@link rebook}s it. */
  save(booking: BookingDetails & Pick<Booking, 'openSince'>): Promise<WriteOutcome>;
  /** Lists bookings in the order of their ids. */
  list(user: UserRef): Promise<Booking[]>;
  /**
   * Lists bookings whose period opens in the range, in the order in which they open. Eventually consistent.
   * @param page at most `limit` bookings after `after`, the last booking of the previous page
   * @returns fewer than `limit` bookings only at the end of the list
   */
  listByOpening(
    companyId: string,
    range: TimeRange,
    page: { readonly limit: number; readonly after?: IndexedBooking },
  ): Promise<IndexedBooking[]>;
}

/** What checking in needs of the store. */
export type BookingCheckins = Pick<BookingStore, 'find' | 'findAll' | 'findOverlapping' | 'findCheckedIn' | 'checkIn'>;

/** Who checked a booking in by hand, and why; undefined for a check-in at a gate. */
export const byHandOf = ({ checkin }: Booking): Pick<CheckinRecord, 'by' | 'reason'> | undefined =>
  checkin && checkin.clientId === undefined ? defined({ by: checkin.by, reason: checkin.reason }) : undefined;

export const attendanceOf = ({ checkin, noShowAt }: Booking, now: Instant): AttendanceResult => {
  if (checkin) return 'checked_in';
  return noShowAt <= now ? 'no_show' : 'expected';
};
