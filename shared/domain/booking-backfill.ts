/** The result of one part of a backfill. */
export interface BackfilledPart {
  readonly read: number;
  readonly written: number;
  /** How much of all bookings is done, from 0 to 1. */
  readonly share: number;
  /** Where the next part begins; absent after the last one. */
  readonly next?: object;
}

/** Adds the attributes that the indexes need to bookings that version 1.0, or a booking system with access to the table, wrote. */
export interface BookingBackfill {
  /** Processes one part, from the first booking or from the `next` of the previous part. Does not write bookings that are complete. */
  backfill(next?: object): Promise<BackfilledPart>;
}
