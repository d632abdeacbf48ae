import { DAY, inSeconds, type Instant } from './instant.ts';

/** In days. */
export interface LogRetention {
  /** 0: no check-in entries are written. */
  readonly checkinLogDays: number;
  readonly adminLogDays: number;
}

/** In days. */
export interface Retention extends LogRetention {
  /** Bookings, from their no-show moment; 0: forever. */
  readonly retentionDays: number;
}

/** In seconds since the Unix epoch; undefined: never. */
export const bookingExpiry = (noShowAt: Instant, retentionDays: number): number | undefined =>
  retentionDays === 0 ? undefined : inSeconds(noShowAt + retentionDays * DAY);

/** In seconds since the Unix epoch. */
export const logEntryExpiry = (receivedAt: Instant, days: number): number => inSeconds(receivedAt + days * DAY);

/** An item with a time to live. */
export interface KeptItem {
  readonly table: KeptTable;
  /** Its days count from here: the no-show moment of a booking, the receipt of an entry. */
  readonly since: Instant;
  /** In seconds since the Unix epoch; undefined: never. */
  readonly expiresAtSeconds: number | undefined;
  /** The item's primary key. */
  readonly key: Readonly<Record<string, unknown>>;
}

/** Named after the contents of a table. */
export type KeptTable = 'bookings' | 'checkins' | 'audit' | 'details';

export interface RetentionStore {
  readAll(kept: KeptTable): AsyncIterable<readonly KeptItem[]>;
  /** @returns false if the item has changed since it was read */
  setExpiry(item: KeptItem, expiresAtSeconds: number | undefined): Promise<boolean>;
}
