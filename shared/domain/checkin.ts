import type { CheckinCode } from '../rules/bookings.ts';
import type { BookingOutcome, CheckinRecord } from './booking.ts';
import { MINUTE, type Instant } from './instant.ts';
import type { UserRef } from './user.ts';

export interface CheckinOutcome {
  readonly checkinCount: number;
  /** The time of the earliest check-in, if the count is 0 because of earlier check-ins. */
  readonly checkedInSince?: Instant;
}

export const checkinCode = ({ checkinCount, checkedInSince }: CheckinOutcome): CheckinCode => {
  if (checkinCount > 0) return 'checked_in';
  return checkedInSince === undefined ? 'nothing_open' : 'already_checked_in';
};

/**
 * Whether this request itself wrote the check-in that it found. If the response to a write is lost, the SDK repeats the write,
 * and finds the check-in from its first try. A retry with an Idempotency-Key reuses the check-in id of the first request.
 */
export const isOwn = (found: CheckinRecord, own: CheckinRecord): boolean => found.checkinId === own.checkinId;

/** @param otherTimes the times of the check-ins that other requests wrote */
export const toOutcome = (checkinCount: number, otherTimes: readonly Instant[]): CheckinOutcome => ({
  checkinCount,
  ...(checkinCount === 0 && otherTimes.length > 0 && { checkedInSince: Math.min(...otherTimes) }),
});

/** Counts the bookings that this request has checked in. @param own the record that it writes */
export const tally = (outcomes: readonly BookingOutcome[], own: CheckinRecord): CheckinOutcome => {
  const checkedIn = outcomes.filter(({ kind }) => kind !== 'closed');
  const otherTimes = outcomes.flatMap((outcome) =>
    outcome.kind === 'already-checked-in' && !isOwn(outcome.booking.checkin, own) ? [outcome.booking.checkin.at] : [],
  );
  return toOutcome(checkedIn.length - otherTimes.length, otherTimes);
};

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
  /** Whether the request named the time. */
  readonly isDated?: true;
  /**
   * The bookings that were open, so that a retry counts the same ones. Absent if there are too many to store; a retry then
   * queries again.
   */
  readonly open?: readonly string[];
}

/** A gate may set a new `date` for a retry. Dates further apart than this come from different swipes. */
const SAME_SWIPE_MILLISECONDS = 15 * MINUTE;

/** Whether a later request with the same key comes from another swipe. A request without a date is a retry. */
export const isOtherSwipe = (first: CheckinAttempt, later: CheckinAttempt): boolean =>
  first.isDated === true && later.isDated === true && Math.abs(later.at - first.at) > SAME_SWIPE_MILLISECONDS;

export interface CheckinAttemptStore {
  /** Records the attempt. If the key already has a live attempt, returns that one and changes nothing. */
  begin(key: AttemptKey, attempt: CheckinAttempt): Promise<CheckinAttempt>;
}
