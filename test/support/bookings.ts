import type { Booking, CheckinRecord } from '../../shared/domain/booking.ts';
import { HOUR } from '../../shared/domain/instant.ts';

/** 2026-11-21T08:00:00Z, in the middle of the check-in period of {@link aBooking}. */
export const BOOKED_AT = Date.UTC(2026, 10, 21, 8);

/** A desk booking of user 1 of acme. Because `openSince` is 0, retries never skip it. */
export const aBooking = (changes: Partial<Booking> = {}): Booking => ({
  openSince: 0,
  user: { companyId: 'acme', userId: 1 },
  bookingId: 'desk',
  kind: 'position',
  checkinOpensAt: BOOKED_AT - HOUR,
  noShowAt: BOOKED_AT + HOUR,
  ...changes,
});

/** A check-in at a gate. Its `requestId` is the same as its `checkinId`. */
export const aCheckin = (checkinId: string, at = BOOKED_AT, changes: Partial<CheckinRecord> = {}): CheckinRecord => ({
  at,
  receivedAt: at,
  clientId: 'gate',
  requestId: checkinId,
  checkinId,
  notify: false,
  ...changes,
});
