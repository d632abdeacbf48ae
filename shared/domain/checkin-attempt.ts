import { MINUTE, type Instant } from './instant.ts';
import type { UserRef } from './user.ts';

/** Requests with the same client, Idempotency-Key and user are the same request. */
export interface AttemptKey {
  readonly clientId: string;
  readonly idempotencyKey: string;
  readonly user: UserRef;
}

/** The first request with an Idempotency-Key. Retries are evaluated as of its time, `at`. */
export interface CheckinAttempt {
  readonly checkinId: string;
  readonly at: Instant;
  readonly receivedAt: Instant;
  readonly notify: boolean;
  /** The request had a `date`. */
  readonly isDated?: true;
  /**
   * The bookings that were open. They are stored before the first of them is checked in, so that a retry counts the
   * same bookings, even if the index returns others by then. Absent if there are too many to store: a retry then queries again.
   */
  readonly open?: readonly string[];
}

/**
 * A gate may set a new `date` for a retry. Requests whose dates are further apart than this, in milliseconds, come from different
 * swipes of a badge.
 */
const SAME_SWIPE_MILLISECONDS = 15 * MINUTE;

/**
 * Whether a request with the key of `first` comes from another swipe of a badge: both have a `date`, and the dates are far apart.
 * @param at the `date` of the later request; without one, the request is never another swipe
 */
export const isOtherSwipe = (first: CheckinAttempt, at = first.at): boolean =>
  first.isDated === true && Math.abs(at - first.at) > SAME_SWIPE_MILLISECONDS;

/** The store of attempts. May throw {@link ServiceError} `dependency_unavailable`. */
export interface CheckinAttemptStore {
  /** Records the attempt. If this key has a live attempt already, returns that one and changes nothing. */
  begin(key: AttemptKey, attempt: CheckinAttempt): Promise<CheckinAttempt>;
}
