import type { Actor } from './actor.ts';
import { containsInstant, type CheckinPeriod } from './checkin-period.ts';
import type { Instant } from './instant.ts';
import type { UserRef } from './user.ts';
import type { Change, WriteOutcome } from './write-outcome.ts';

/** In the order in which a push names them. */
export const bookingKinds = ['position', 'parking'] as const;
export type BookingKind = (typeof bookingKinds)[number];

/** What is recorded on a booking when it is checked in. */
export interface CheckinRecord {
  /** The moment of the check-in: the request's `date`. */
  readonly at: Instant;
  /** The moment the service received the request. */
  readonly receivedAt: Instant;
  /** The API client that asked; absent where an administrator checked in by hand. */
  readonly clientId?: string;
  /** The administrator who checked in by hand. */
  readonly by?: Actor;
  /** The door or device, as the request named it. */
  readonly reader?: string;
  /** The request that did it. */
  readonly requestId: string;
  /** Shared by all bookings of one check-in, also when a repeated request finished it: what a push is known by. */
  readonly checkinId: string;
  readonly idempotencyKey?: string;
  /** Whether the user is to hear of it. */
  readonly notify: boolean;
}

/** A desk or a parking place kept for a user. A booking is identified by its company, its user and its `bookingId`. */
export interface Booking extends CheckinPeriod {
  readonly user: UserRef;
  readonly bookingId: string;
  readonly kind: BookingKind;
  /** What the place is called, as a push names it. */
  readonly name?: string;
  readonly checkin?: CheckinRecord;
  /** Ids of check-ins that hold no longer, because they were undone or the booking was moved: no repeat makes them again. */
  readonly undone?: readonly string[];
  /** The id of the last undo, by which one that is tried again knows its own work. */
  readonly undoId?: string;
}

/** A booking as an import or a booking system describes it: without check-ins, present or earlier. */
export type BookingDetails = Omit<Booking, 'checkin' | 'undone' | 'undoId'>;

/** Names one booking. */
export type BookingRef = Pick<Booking, 'user' | 'bookingId'>;

/** Repeats of a request come within 72 hours; nobody is checked in and out again more often than this in that time. */
const MAX_UNDONE = 50;

/** A booking without its check-in, which no repeat of the same request makes again. */
export const reopen = ({ checkin, undone = [], ...booking }: Booking): Booking => {
  const all = checkin ? [...undone, checkin.checkinId].slice(-MAX_UNDONE) : undone;
  return { ...booking, ...(all.length > 0 && { undone: all }) };
};

/**
 * A booking with new details. A check-in belongs to the period it was made in: it stays if its moment is inside the new
 * period, else the booking is open again.
 */
export const rebook = (before: Booking | undefined, details: BookingDetails): Booking => {
  const { checkin, undone, undoId } = before ?? {};
  const booking = { ...details, ...(checkin && { checkin }), ...(undone && { undone }), ...(undoId && { undoId }) };
  return checkin && !containsInstant(details, checkin.at) ? reopen(booking) : booking;
};

/** How a booking stands: the user came, did not come, or can still come. */
export const attendances = ['checked_in', 'no_show', 'expected'] as const;
export type Attendance = (typeof attendances)[number];

export const attendanceOf = ({ checkin, noShowAt }: Booking, now: Instant): Attendance => {
  if (checkin) return 'checked_in';
  return noShowAt <= now ? 'no_show' : 'expected';
};

/** The part of a booking that the index by day holds; it may be a moment behind. */
export interface OpeningBooking extends BookingRef, Pick<Booking, 'checkinOpensAt'> {}

/** From `from`, inclusive, until `until`, exclusive. */
export interface TimeRange {
  readonly from: Instant;
  readonly until: Instant;
}

/** A booking as the index has it. */
export interface BookingPeriod extends CheckinPeriod {
  readonly bookingId: string;
}

/** What became of one booking in a check-in. */
export type BookingOutcome =
  | { readonly kind: 'checked-in' }
  /** It had been checked in before, by the request that `record` tells. */
  | { readonly kind: 'already-checked-in'; readonly record: CheckinRecord }
  /** It is not there any more, not in its period, or this check-in of it was undone: what was read of it was old. */
  | { readonly kind: 'closed' };

/** Where bookings are kept. Every method may throw {@link ServiceError} `dependency_unavailable`. */
export interface BookingStore {
  /** The ids of the user's bookings whose period contained `instant` when the index last looked; checked in or not. */
  findOpen(user: UserRef, instant: Instant): Promise<string[]>;
  /**
   * The periods of the user's bookings that touch the time from `from` to `until`, both included, when the index last
   * looked; in no order.
   */
  findTouching(user: UserRef, from: Instant, until: Instant): Promise<BookingPeriod[]>;
  /** Those of the bookings that are there, as they are at this moment; in no order. */
  find(user: UserRef, bookingIds: readonly string[]): Promise<Booking[]>;
  /** The bookings that one check-in, at the moment `at`, has checked in so far; in no order. */
  findCheckedIn(user: UserRef, checkin: Pick<CheckinRecord, 'checkinId' | 'at'>): Promise<Booking[]>;
  /** Checks one booking in, if it is still open at `record.at`, nobody did before and this check-in was not undone: one atomic step. */
  checkIn(user: UserRef, bookingId: string, record: CheckinRecord): Promise<BookingOutcome>;
  /** The bookings of any users that are there, as they are at this moment; in no order. */
  findAll(refs: readonly BookingRef[]): Promise<Booking[]>;
  /**
   * Changes one booking in one atomic step: `decide` says what the booking as it is becomes; `undefined` deletes it. It is
   * asked again where somebody else changed the booking in between, so no check-in is lost or overlooked.
   * @param known the booking as {@link findAll} found it, or that it did not; left out, it is read first
   */
  change(
    ref: BookingRef,
    decide: (before: Booking | undefined) => Booking | undefined,
    known?: { readonly booking: Booking | undefined },
  ): Promise<Change<Booking>>;
  /** Creates a booking or gives it new details, as {@link rebook} does. */
  save(booking: BookingDetails): Promise<WriteOutcome>;
  /** All bookings of a user, in the order of their ids. */
  list(user: UserRef): Promise<Booking[]>;
  /** The ids of the user's bookings whose period overlaps the range, when the index last looked. */
  findOverlapping(user: UserRef, range: TimeRange): Promise<string[]>;
  /**
   * The company's bookings whose period opens in the range, as the index last saw them, in the order in which they open.
   * @param page at most `limit` of those that follow `after`, which an earlier page ended with; fewer than `limit`: the end
   */
  findOpening(
    companyId: string,
    range: TimeRange,
    page: { readonly limit: number; readonly after?: OpeningBooking },
  ): Promise<OpeningBooking[]>;
}

/**
 * Creates those of the bookings that are not there yet, each in one atomic step. No two may be the same booking.
 * @returns for each whether it was created; a booking that was not may be there, or be created one by one
 */
export type CreateBookings = (bookings: readonly Booking[]) => Promise<boolean[]>;

/** A part of all bookings, and what was done to them. */
export interface BackfilledPart {
  readonly read: number;
  readonly written: number;
  /** Where the next part begins; absent after the last one. */
  readonly next?: object;
}

/** Adds to bookings what the indexes need, where others wrote them: version 1.0, or a booking system that writes the table. */
export interface BookingBackfill {
  /** One part of all bookings, from the first or from `next` of the part before. What is right already is not written. */
  backfill(next?: object): Promise<BackfilledPart>;
}

/** The part of the store that a check-in needs. */
export type BookingCheckins = Pick<
  BookingStore,
  'find' | 'findAll' | 'findOpen' | 'findOverlapping' | 'findTouching' | 'findCheckedIn' | 'checkIn'
>;
