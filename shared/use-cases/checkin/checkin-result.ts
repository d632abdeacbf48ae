import type { CheckinOutcome } from '../../domain/checkin.ts';
import type { CheckinAttempt } from '../../domain/checkin-attempt.ts';
import type { CheckinDetails } from './evaluate.ts';

/** The result of a check-in request, and the moment at which it was evaluated. */
export interface CheckinResult extends CheckinOutcome, Pick<CheckinAttempt, 'at'> {
  /** Whether the request repeats an earlier one that had already done everything. */
  readonly isRepeated: boolean;
  /** Present if the request asked for details. */
  readonly details?: CheckinDetails;
}
