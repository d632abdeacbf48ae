import { makeBookingStore } from '../../shared/adapters/dynamodb/booking-store.ts';
import type { Booking, BookingDetails, BookingStore } from '../../shared/domain/booking.ts';
import type { UserRef } from '../../shared/domain/user.ts';

/** A booking for a test, in which `openSince` is optional. */
export type TestBooking = BookingDetails & Partial<Booking>;

/** Makes a booking that is by default open since 1970, so that retries of any request can check it in. */
export const completeBooking = (booking: TestBooking): Booking => ({ openSince: 0, ...booking });

export interface TestBookingStore extends BookingStore {
  save(booking: TestBooking): ReturnType<BookingStore['save']>;
}

/** Makes a store whose `save` also accepts bookings without `openSince`. */
export const acceptTestBookings = (store: BookingStore): TestBookingStore => ({
  ...store,
  save: (booking) => store.save(completeBooking(booking)),
});

/** Finds the ids of the bookings that are open at `at`, whether checked in or not. */
export const findOpen = async (store: Pick<BookingStore, 'findOverlapping'>, user: UserRef, at: number) =>
  (await store.findOverlapping(user, { from: at, until: at + 1 })).map(({ bookingId }) => bookingId);

export const makeTestBookingStore = (...args: Parameters<typeof makeBookingStore>): TestBookingStore =>
  acceptTestBookings(makeBookingStore(...args));
