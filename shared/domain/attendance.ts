import type { AttendanceResult } from '../rules/bookings.ts';
import type { Booking } from './booking.ts';
import type { Instant } from './instant.ts';

export const attendanceOf = ({ checkin, noShowAt }: Booking, now: Instant): AttendanceResult => {
  if (checkin) return 'checked_in';
  return noShowAt <= now ? 'no_show' : 'expected';
};
