import type { BookingBackfill } from '../../domain/booking-backfill.ts';

/** The result of a backfill. */
export interface BackfillSummary {
  readonly read: number;
  readonly written: number;
}

/**
 * Adds the index keys to bookings that lack them or have wrong ones: those of version 1.0, and those that a booking system
 * wrote without them. Safe to repeat and to run while bookings change. After an interruption, a repeat writes only the rest.
 */
export const backfillBookings = async (
  bookings: BookingBackfill,
  onProgress: (soFar: BackfillSummary, share: number) => void = () => {},
): Promise<BackfillSummary> => {
  let summary: BackfillSummary = { read: 0, written: 0 };
  let next: object | undefined;
  do {
    const part = await bookings.backfill(next);
    summary = { read: summary.read + part.read, written: summary.written + part.written };
    ({ next } = part);
    onProgress(summary, part.share);
  } while (next);
  return summary;
};
