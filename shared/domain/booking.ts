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
  /** The API client that asked. */
  readonly clientId: string;
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
}

/** A booking as whoever makes it describes it: all but the check-in. */
export type BookingDetails = Omit<Booking, 'checkin'>;

/** Names one booking. */
export type BookingRef = Pick<Booking, 'user' | 'bookingId'>;

/**
 * A booking with new details. A check-in belongs to the period it was made in: it stays if its moment is inside the new
 * period, else the booking is open again.
 */
export const rebook = (before: Booking | undefined, details: BookingDetails): Booking => {
  const { checkin } = before ?? {};
  return { ...details, ...(checkin && containsInstant(details, checkin.at) && { checkin }) };
};

/** What became of one booking in a check-in. */
export type BookingOutcome =
  | { readonly kind: 'checked-in' }
  /** It had been checked in before, by the request that `record` tells. */
  | { readonly kind: 'already-checked-in'; readonly record: CheckinRecord }
  /** It is not there any more, or not in its period: what was read of it was old. */
  | { readonly kind: 'closed' };

/** Where bookings are kept. Every method may throw {@link ServiceError} `dependency_unavailable`. */
export interface BookingStore {
  /** The ids of the user's bookings whose period contained `instant` when the index last looked; checked in or not. */
  findOpen(user: UserRef, instant: Instant): Promise<string[]>;
  /** Those of the bookings that are there, as they are at this moment; in no order. */
  find(user: UserRef, bookingIds: readonly string[]): Promise<Booking[]>;
  /** The bookings that one check-in, at the moment `at`, has checked in so far; in no order. */
  findCheckedIn(user: UserRef, checkin: Pick<CheckinRecord, 'checkinId' | 'at'>): Promise<Booking[]>;
  /** Checks one booking in, if it is still open at `record.at` and nobody did before: one atomic step. */
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
}
