import type { CheckinPeriod } from './checkin-period.ts';
import type { Instant } from './instant.ts';
import type { UserRef } from './user.ts';
import type { WriteOutcome } from './write-outcome.ts';

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
  /** Creates or changes a booking; its check-in record stays as it is. */
  save(booking: Omit<Booking, 'checkin'>): Promise<WriteOutcome>;
  /** All bookings of a user, in the order of their ids. */
  list(user: UserRef): Promise<Booking[]>;
}
