import type { Booking } from './booking.ts';
import type { Instant } from './instant.ts';

/** The user came, did not come, or can still come. */
export type Attendance = 'checked_in' | 'no_show' | 'expected';

export const attendanceOf = ({ checkin, noShowAt }: Booking, now: Instant): Attendance => {
  if (checkin) return 'checked_in';
  return noShowAt <= now ? 'no_show' : 'expected';
};
