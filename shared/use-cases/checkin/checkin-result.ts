import type { CheckinEntry, LoggedBooking } from '../../domain/activity-log.ts';
import type { BookingOutcome, CheckinRecord } from '../../domain/booking.ts';
import { checkinCode, tally, type CheckinOutcome } from '../../domain/checkin.ts';
import type { CheckinAttempt } from '../../domain/checkin-attempt.ts';
import { toEntry, toLogged, type Progress } from './checkin-entry.ts';
import type { CheckinRequest } from './checkin-request.ts';
import type { CheckinDetails } from './evaluate.ts';

/** What a check-in came to, and the moment it was evaluated at. */
export interface CheckinResult extends CheckinOutcome, Pick<CheckinAttempt, 'at'> {
  /** Whether it had all been done before, by the request that this one repeats. */
  readonly isRepeated: boolean;
  /** If the request asked for them. */
  readonly details?: CheckinDetails;
}

/** What a request wrote, or found written, on each of the bookings that were open to it. */
export interface PerformedCheckin {
  readonly open: readonly string[];
  readonly record: CheckinRecord;
  /** In the order of `open`. */
  readonly outcomes: readonly BookingOutcome[];
}

/** What the response to a request and its log entry say. */
export const conclude = (
  request: CheckinRequest,
  progress: Progress,
  { open, record, outcomes }: PerformedCheckin,
): { readonly result: CheckinResult; readonly entry: CheckinEntry } => {
  const outcome = tally(outcomes, record);
  const logged: LoggedBooking[] = outcomes.map((one, index) => toLogged(open[index] as string, one, record));
  return {
    result: {
      at: record.at,
      ...outcome,
      isRepeated: progress.isRepeat && outcomes.every(({ kind }) => kind !== 'checked-in'),
    },
    entry: toEntry(request, progress, logged, { statusCode: 200, code: checkinCode(outcome) }),
  };
};
