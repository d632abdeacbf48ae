import type { CheckinOutcome } from '../domain/checkin.ts';
import { formatDateTime, type Instant } from '../domain/instant.ts';
import type { Messages } from './messages.ts';

type Outcome = CheckinOutcome & { readonly at: Instant };

/** The `message` of a response: what was done, or why nothing was. `at` is the moment that the check-in was evaluated at. */
export const describeCheckin = ({ at, checkinCount, checkedInSince }: Outcome, messages: Messages): string => {
  const { done, alreadySince, nothingOpenAt } = messages.checkin;
  if (checkinCount > 0) return done(checkinCount);
  return checkedInSince === undefined
    ? nothingOpenAt(formatDateTime(at))
    : alreadySince(formatDateTime(checkedInSince));
};

/** {@link describeCheckin} for a dry run. */
export const describeDryRun = (outcome: Outcome, messages: Messages): string =>
  outcome.checkinCount > 0 ? messages.checkin.wouldDo(outcome.checkinCount) : describeCheckin(outcome, messages);
