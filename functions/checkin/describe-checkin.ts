import { formatDateTime } from '../../shared/domain/instant.ts';
import type { CheckinResult } from './check-in-user.ts';

/** The `message` of an answer: what was done, or why nothing was. */
export const describeCheckin = ({ at, checkinCount, checkedInSince }: CheckinResult): string => {
  if (checkinCount === 1) return 'Checked in on 1 booking.';
  if (checkinCount > 1) return `Checked in on ${checkinCount} bookings.`;
  if (checkedInSince !== undefined) return `Already checked in since ${formatDateTime(checkedInSince)}.`;
  return `No booking is in its check-in period at ${formatDateTime(at)}.`;
};
