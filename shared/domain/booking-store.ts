import type { Booking, BookingOutcome, CheckinRecord } from './booking.ts';
import type { Instant } from './instant.ts';
import type { UserRef } from './user.ts';
import type { WriteOutcome } from './write-outcome.ts';

/** Where bookings are kept. Every method may throw {@link ServiceError} `database_unavailable`. */
export interface BookingStore {
  /** The ids of the user's bookings whose period contained `instant` when the index last looked; checked in or not. */
  findOpen(user: UserRef, instant: Instant): Promise<string[]>;
  /** Those of the bookings that are there, as they are at this moment; in no order. */
  find(user: UserRef, bookingIds: readonly string[]): Promise<Booking[]>;
  /** The bookings that one check-in, at the moment `at`, has checked in so far; in no order. */
  findCheckedIn(user: UserRef, checkin: Pick<CheckinRecord, 'checkinId' | 'at'>): Promise<Booking[]>;
  /** Checks one booking in, if it is still open at `record.at` and nobody did before: one atomic step. */
  checkIn(user: UserRef, bookingId: string, record: CheckinRecord): Promise<BookingOutcome>;
  /** Creates or changes a booking; its check-in record stays as it is. */
  save(booking: Omit<Booking, 'checkin'>): Promise<WriteOutcome>;
  /** All bookings of a user, in the order of their ids. */
  list(user: UserRef): Promise<Booking[]>;
}
