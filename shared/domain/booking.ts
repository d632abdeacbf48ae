import type { CheckinPeriod } from './checkin-period.ts';
import type { Instant } from './instant.ts';
import type { UserRef } from './user.ts';

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
