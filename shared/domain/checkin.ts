import type { BookingOutcome, CheckinRecord } from './booking.ts';
import type { Instant } from './instant.ts';

/** The result of a check-in request. */
export interface CheckinOutcome {
  /** Bookings checked in by this request. */
  readonly checkinCount: number;
  /** If the count is 0 because of earlier check-ins: the moment of the earliest. */
  readonly checkedInSince?: Instant;
}

/** The result code of a check-in. */
export type CheckinCode = 'checked_in' | 'already_checked_in' | 'nothing_open';

export const checkinCode = ({ checkinCount, checkedInSince }: CheckinOutcome): CheckinCode => {
  if (checkinCount > 0) return 'checked_in';
  return checkedInSince === undefined ? 'nothing_open' : 'already_checked_in';
};

/**
 * Whether this request made a check-in that is found on a booking. After a lost response the SDK tries again and finds what
 * the first try wrote; a repeat with an Idempotency-Key has the check-in id of its first request.
 */
export const isOwn = (found: CheckinRecord, own: CheckinRecord): boolean => found.checkinId === own.checkinId;

/** Counts the results of the open bookings for the request that writes `own`. */
export const tally = (outcomes: readonly BookingOutcome[], own: CheckinRecord): CheckinOutcome => {
  const others: Instant[] = [];
  let checkinCount = 0;
  for (const outcome of outcomes) {
    if (outcome.kind === 'checked-in') checkinCount += 1;
    else if (outcome.kind === 'already-checked-in' && isOwn(outcome.record, own)) checkinCount += 1;
    else if (outcome.kind === 'already-checked-in') others.push(outcome.record.at);
  }
  const isOthersDoing = checkinCount === 0 && others.length > 0;
  return { checkinCount, ...(isOthersDoing && { checkedInSince: Math.min(...others) }) };
};
