import { MAX_CHECKIN_PERIOD_HOURS } from '../rules/bookings.ts';
import { HOUR, type Instant } from './instant.ts';

/** From `checkinOpensAt` (inclusive) to `noShowAt` (exclusive). */
export interface CheckinPeriod {
  readonly checkinOpensAt: Instant;
  readonly noShowAt: Instant;
}

export const MAX_CHECKIN_PERIOD_MILLISECONDS = MAX_CHECKIN_PERIOD_HOURS * HOUR;

/** Must agree with the condition `isOpen` in `shared/adapters/dynamodb/booking-checkins.ts`. */
export const containsInstant = (period: CheckinPeriod, instant: Instant): boolean =>
  period.checkinOpensAt <= instant && instant < period.noShowAt;

/** Returns the code of what is wrong with the period, or undefined if it is valid. */
export const validatePeriod = ({
  checkinOpensAt,
  noShowAt,
}: CheckinPeriod): 'period_empty' | 'period_too_long' | undefined => {
  if (noShowAt <= checkinOpensAt) return 'period_empty';
  return noShowAt - checkinOpensAt > MAX_CHECKIN_PERIOD_MILLISECONDS ? 'period_too_long' : undefined;
};
