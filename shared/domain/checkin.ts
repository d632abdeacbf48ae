import type { CheckinCode } from '../rules/bookings.ts';
import type { BookingOutcome, CheckinRecord } from './booking.ts';
import type { Instant } from './instant.ts';

/** The result of a check-in request. */
export interface CheckinOutcome {
  /** Bookings checked in by this request. */
  readonly checkinCount: number;
  /** If the count is 0 because of earlier check-ins: the moment of the earliest. */
  readonly checkedInSince?: Instant;
}

export const checkinCode = ({ checkinCount, checkedInSince }: CheckinOutcome): CheckinCode => {
  if (checkinCount > 0) return 'checked_in';
  return checkedInSince === undefined ? 'nothing_open' : 'already_checked_in';
};

/**
 * Whether the check-in found on a booking is this request's own. If a response of DynamoDB is lost, the SDK retries and finds
 * what the first try wrote. A retry with an Idempotency-Key has the check-in id of the first request.
 */
export const isOwn = (found: CheckinRecord, own: CheckinRecord): boolean => found.checkinId === own.checkinId;

/** Counts the results of a request. `own` is the record that it writes. */
export const tally = (outcomes: readonly BookingOutcome[], own: CheckinRecord): CheckinOutcome => {
  const others: Instant[] = [];
  let checkinCount = 0;
  for (const outcome of outcomes) {
    if (outcome.kind === 'checked-in') checkinCount += 1;
    else if (outcome.kind === 'already-checked-in' && isOwn(outcome.booking.checkin, own)) checkinCount += 1;
    else if (outcome.kind === 'already-checked-in') others.push(outcome.booking.checkin.at);
  }
  const wasCheckedInBefore = checkinCount === 0 && others.length > 0;
  return { checkinCount, ...(wasCheckedInBefore && { checkedInSince: Math.min(...others) }) };
};
