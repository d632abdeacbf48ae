import { formatDateTime } from '../../shared/domain/instant.ts';
import type { Messages } from '../../shared/messages/messages.ts';
import type { CheckinResult } from '../../shared/use-cases/checkin/perform-checkin.ts';

/** The `message` of an answer: what was done, or why nothing was. */
export const describeCheckin = ({ at, checkinCount, checkedInSince }: CheckinResult, messages: Messages): string => {
  const { done, alreadySince, nothingOpenAt } = messages.checkin;
  if (checkinCount > 0) return done(checkinCount);
  return checkedInSince === undefined
    ? nothingOpenAt(formatDateTime(at))
    : alreadySince(formatDateTime(checkedInSince));
};
