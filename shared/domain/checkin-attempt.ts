import { MINUTE, type Instant } from './instant.ts';
import type { UserRef } from './user.ts';

/** A request with the same key is a retry. */
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
  readonly isDated?: true;
  /**
   * The bookings that were open, so that a retry counts the same ones. Absent if there are too many to store; a retry then
   * queries again.
   */
  readonly open?: readonly string[];
}

/** A gate may set a new `date` for a retry. Dates further apart than this come from different swipes. */
const SAME_SWIPE_MILLISECONDS = 15 * MINUTE;

/**
 * Whether a later request with the same key comes from another swipe.
 * @param at the `date` of the later request; a request without a date is a retry
 */
export const isOtherSwipe = (first: CheckinAttempt, at = first.at): boolean =>
  first.isDated === true && Math.abs(at - first.at) > SAME_SWIPE_MILLISECONDS;

export interface CheckinAttemptStore {
  /** Records the attempt. If the key already has a live attempt, returns that one and changes nothing. */
  begin(key: AttemptKey, attempt: CheckinAttempt): Promise<CheckinAttempt>;
}
