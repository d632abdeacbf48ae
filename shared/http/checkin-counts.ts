import type { CheckinOutcome } from '../domain/checkin.ts';
import type { LogLineDetails } from './request-log-line.ts';

/** A retry that did nothing new is not counted. */
export const countsOf = ({
  checkinCount,
  checkedInSince,
  isRepeated,
}: CheckinOutcome & { readonly isRepeated: boolean }): NonNullable<LogLineDetails['counts']> => {
  if (isRepeated) return {};
  if (checkinCount > 0) return { CheckinsPerformed: checkinCount };
  return checkedInSince === undefined ? { ZeroCheckinsNothingOpen: 1 } : { ZeroCheckinsAlreadyCheckedIn: 1 };
};
