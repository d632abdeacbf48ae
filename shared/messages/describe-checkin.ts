import type { CheckinOutcome } from '../domain/checkin.ts';
import { formatDateTime, type Instant } from '../domain/instant.ts';
import type { Messages } from './messages.ts';

type Outcome = CheckinOutcome & { readonly at: Instant };

/** Says what was done, or why nothing was done. `at`: the time for which the check-in was evaluated. */
export const describeCheckin = ({ at, checkinCount, checkedInSince }: Outcome, messages: Messages): string => {
  const { done, alreadySince, nothingOpenAt } = messages.checkin;
  if (checkinCount > 0) return done(checkinCount);
  return checkedInSince === undefined
    ? nothingOpenAt(formatDateTime(at))
    : alreadySince(formatDateTime(checkedInSince));
};

export const describeDryRun = (outcome: Outcome, messages: Messages): string =>
  outcome.checkinCount > 0 ? messages.checkin.wouldDo(outcome.checkinCount) : describeCheckin(outcome, messages);
