import type { BookingOutcome, CheckinRecord } from './booking.ts';
import type { Instant } from './instant.ts';

/** What a check-in request came to. */
export interface CheckinOutcome {
  /** Bookings checked in by this request. */
  readonly checkinCount: number;
  /** Where the count is 0 because somebody was here before: the moment of the earliest of those check-ins. */
  readonly checkedInSince?: Instant;
}

/** What a check-in came to, for programs. */
export type CheckinCode = 'checked_in' | 'already_checked_in' | 'nothing_open';

export const checkinCode = ({ checkinCount, checkedInSince }: CheckinOutcome): CheckinCode => {
  if (checkinCount > 0) return 'checked_in';
  return checkedInSince === undefined ? 'nothing_open' : 'already_checked_in';
};

/**
 * Whether a check-in found on a booking is this request's own doing: the SDK tries again after a lost response and finds what
 * the first try wrote, and a repeat with its Idempotency-Key has the check-in id of the request that it repeats.
 */
export const isOwn = (found: CheckinRecord, own: CheckinRecord): boolean => found.checkinId === own.checkinId;

/** Counts what became of the bookings that were open, as seen by the request that writes `own`. */
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
