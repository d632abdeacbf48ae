import type { LogRetention } from './activity-log.ts';
import type { Instant } from './instant.ts';

/** How long a deployment keeps what is about people, in days. */
export interface Retention extends LogRetention {
  /** Bookings, from their no-show moment on; 0: for good. */
  readonly retentionDays: number;
}

const DAY_SECONDS = 24 * 60 * 60;

/** When time to live may delete a booking, in seconds since the Unix epoch; undefined: never. */
export const bookingExpiry = (noShowAt: Instant, retentionDays: number): number | undefined =>
  retentionDays === 0 ? undefined : Math.ceil(noShowAt / 1000) + retentionDays * DAY_SECONDS;

/** When time to live may delete an entry of the log, in seconds since the Unix epoch. */
export const logEntryExpiry = (receivedAt: Instant, days: number): number =>
  Math.ceil(receivedAt / 1000) + days * DAY_SECONDS;

/** A booking or an entry of the log, as far as its retention goes. */
export interface KeptItem {
  readonly kind: 'booking' | 'checkin' | 'admin';
  /** From when its days count: a booking's no-show moment, the moment an entry was received. */
  readonly since: Instant;
  /** In seconds since the Unix epoch; undefined: never deleted by itself. */
  readonly expiresAtSeconds: number | undefined;
  /** The key of its table. */
  readonly key: Readonly<Record<string, unknown>>;
}

/** All that is kept with a time to live. Every method may throw {@link ServiceError} `dependency_unavailable`. */
export interface RetentionStore {
  /** Every item, page after page. */
  readAll(kept: 'bookings' | 'log'): AsyncIterable<readonly KeptItem[]>;
  /** Changes when an item may be deleted, if it is still as it was read. @returns whether it was. */
  setExpiry(item: KeptItem, expiresAtSeconds: number | undefined): Promise<boolean>;
}
