import { makeBookingStore } from '../../shared/adapters/dynamodb/booking-store.ts';
import type { Booking, BookingDetails, BookingStore } from '../../shared/domain/booking.ts';

/** A booking in a test to which it may not matter since when it is open. */
export type TestBooking = BookingDetails & Partial<Booking>;

/** Open since 1970 if nothing else is given, so that retries of any request may check it in. */
export const aBookingOf = (booking: TestBooking): Booking => ({ openSince: 0, ...booking });

export interface TestBookingStore extends BookingStore {
  save(booking: TestBooking): ReturnType<BookingStore['save']>;
}

/** The store of production, to which tests save such bookings. */
export const makeTestBookingStore = (...from: Parameters<typeof makeBookingStore>): TestBookingStore => {
  const store = makeBookingStore(...from);
  return { ...store, save: (booking) => store.save(aBookingOf(booking)) };
};
