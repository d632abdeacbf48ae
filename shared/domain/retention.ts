import { DAY, inSeconds, type Instant } from './instant.ts';

/** How long entries of the activity log are kept, in days. */
export interface LogRetention {
  /** 0: no check-in entries are written. */
  readonly checkinLogDays: number;
  readonly adminLogDays: number;
}

/** How long a deployment keeps data about people, in days. */
export interface Retention extends LogRetention {
  /** Bookings, from their no-show moment; 0: forever. */
  readonly retentionDays: number;
}

/** When time to live may delete a booking, in seconds since the Unix epoch; undefined: never. */
export const bookingExpiry = (noShowAt: Instant, retentionDays: number): number | undefined =>
  retentionDays === 0 ? undefined : inSeconds(noShowAt + retentionDays * DAY);

/** When time to live may delete an entry of the log, in seconds since the Unix epoch. */
export const logEntryExpiry = (receivedAt: Instant, days: number): number => inSeconds(receivedAt + days * DAY);

/** The retention of a booking, or of a log entry or its details. */
export interface KeptItem {
  readonly table: KeptTable;
  /** When its retention starts: the no-show moment of a booking, the receipt of an entry. */
  readonly since: Instant;
  /** In seconds since the Unix epoch; undefined: not deleted automatically. */
  readonly expiresAtSeconds: number | undefined;
  /** The key of its table. */
  readonly key: Readonly<Record<string, unknown>>;
}

/** The tables whose items have a time to live, named after their contents. */
export type KeptTable = 'bookings' | 'checkins' | 'audit' | 'details';

/** The items that have a time to live. Every method may throw {@link ServiceError} `dependency_unavailable`. */
export interface RetentionStore {
  /** Every item, page after page. */
  readAll(kept: KeptTable): AsyncIterable<readonly KeptItem[]>;
  /** Changes when an item may be deleted, if it has not changed since it was read. @returns whether it was changed. */
  setExpiry(item: KeptItem, expiresAtSeconds: number | undefined): Promise<boolean>;
}
