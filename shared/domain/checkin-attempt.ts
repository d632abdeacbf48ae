import type { Instant } from './instant.ts';
import type { UserRef } from './user.ts';

/** What makes two requests the same one: the client, its Idempotency-Key and the user it is about. */
export interface AttemptKey {
  readonly clientId: string;
  readonly idempotencyKey: string;
  readonly user: UserRef;
}

/** The first of the requests with one Idempotency-Key: those after it are judged as it was. */
export interface CheckinAttempt {
  readonly checkinId: string;
  readonly at: Instant;
  readonly receivedAt: Instant;
  readonly notify: boolean;
  /** The request named its moment. Absent from attempts that version 1.0 recorded. */
  readonly isDated?: true;
  /**
   * The bookings that it is about. It is written down before the first of them is checked in, so that a repeat counts the
   * same ones, whatever the index shows by then. Left out where there are too many to be kept: a repeat looks again.
   */
  readonly open?: readonly string[];
}

/** How long an Idempotency-Key is remembered. */
export const IDEMPOTENCY_KEY_HOURS = 72;

/** A retry may stamp its `date` anew; moments further apart than this are of different swipes. */
const SAME_SWIPE_MILLISECONDS = 15 * 60_000;

/** Whether a request that repeats `first` by its key is about another swipe: both name a moment, and these are far apart. */
export const isOtherSwipe = (first: CheckinAttempt, at: Instant | undefined): boolean =>
  first.isDated === true && at !== undefined && Math.abs(at - first.at) > SAME_SWIPE_MILLISECONDS;

/** Where attempts are kept. May throw {@link ServiceError} `dependency_unavailable`. */
export interface CheckinAttemptStore {
  /** Records the attempt, unless this key has one that is still remembered: then that one is returned, and nothing changes. */
  begin(key: AttemptKey, attempt: CheckinAttempt): Promise<CheckinAttempt>;
}
