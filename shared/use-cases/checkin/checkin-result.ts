import type { CheckinEntry, LoggedBooking } from '../../domain/activity-log.ts';
import type { BookingOutcome, CheckinRecord } from '../../domain/booking.ts';
import { checkinCode, tally, type CheckinOutcome } from '../../domain/checkin.ts';
import type { CheckinAttempt } from '../../domain/checkin-attempt.ts';
import { toEntry, toLogged, type Progress } from './checkin-entry.ts';
import type { CheckinRequest } from './checkin-request.ts';
import type { CheckinDetails } from './evaluate.ts';

/** The result of a check-in request, and the moment at which it was evaluated. */
export interface CheckinResult extends CheckinOutcome, Pick<CheckinAttempt, 'at'> {
  /** Whether the request repeats an earlier one that had already done everything. */
  readonly isRepeated: boolean;
  /** Present if the request asked for details. */
  readonly details?: CheckinDetails;
}

/** The bookings that were open at the moment of a request, its record, and the result for each booking. */
export interface PerformedCheckin {
  readonly open: readonly string[];
  readonly record: CheckinRecord;
  /** In the order of `open`. */
  readonly outcomes: readonly BookingOutcome[];
}

/** Makes the result of a request and its log entry. */
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
