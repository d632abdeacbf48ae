import { expiryAfter, type Instant } from './instant.ts';

export interface LogRetention {
  /** With 0, no check-in entries are written. */
  readonly checkinLogDays: number;
  readonly adminLogDays: number;
}

/** Retention of log entries and bookings, in days. */
export interface Retention extends LogRetention {
  /** Counted from a booking's `noShowAt`. With 0, bookings are kept forever. */
  readonly retentionDays: number;
}

/** When a booking expires, in seconds since the Unix epoch; undefined if it never expires. */
export const bookingExpiry = (noShowAt: Instant, retentionDays: number): number | undefined =>
  retentionDays === 0 ? undefined : expiryAfter(noShowAt, retentionDays);

/** How long the name of an imported file is kept. It might name a person, and an erasure could not find it. */
export const FILE_NAME_DAYS = 30;
