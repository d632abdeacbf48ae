import type { CheckinOutcome } from '../domain/checkin.ts';
import { formatDateTime, type Instant } from '../domain/instant.ts';
import type { Messages } from './messages.ts';

/** The `message` of a response: what was done, or why nothing was. `at` is the moment that the check-in was evaluated at. */
export const describeCheckin = (
  { at, checkinCount, checkedInSince }: CheckinOutcome & { readonly at: Instant },
  messages: Messages,
): string => {
  const { done, alreadySince, nothingOpenAt } = messages.checkin;
  if (checkinCount > 0) return done(checkinCount);
  return checkedInSince === undefined
    ? nothingOpenAt(formatDateTime(at))
    : alreadySince(formatDateTime(checkedInSince));
};
