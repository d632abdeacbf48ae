import type { CheckinCode } from '../rules/bookings.ts';
import type { BookingOutcome, CheckinRecord } from './booking.ts';
import type { Instant } from './instant.ts';

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

export const toOutcome = (checkinCount: number, others: readonly Instant[]): CheckinOutcome => ({
  checkinCount,
  ...(checkinCount === 0 && others.length > 0 && { checkedInSince: Math.min(...others) }),
});

export const tally = (outcomes: readonly BookingOutcome[], own: CheckinRecord): CheckinOutcome => {
  const checkedIn = outcomes.filter(({ kind }) => kind !== 'closed');
  const others = outcomes.flatMap((outcome) =>
    outcome.kind === 'already-checked-in' && !isOwn(outcome.booking.checkin, own) ? [outcome.booking.checkin.at] : [],
  );
  return toOutcome(checkedIn.length - others.length, others);
};
