import { expiryAfter, type Instant } from './instant.ts';
import type { ServiceTable } from './recovery.ts';

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

/** How long the name of an imported file is kept, because it might name a person: not even an erasure could find it. */
export const FILE_NAME_DAYS = 30;

export interface KeptItem {
  readonly table: KeptTable;
  /** Start of the retention period: `noShowAt` of a booking, the receipt of an entry. */
  readonly since: Instant;
  readonly expiresAtSeconds: number | undefined;
  /** Whatever the stage sets, the item is kept for at most so many days. */
  readonly maxDays?: number | undefined;
  readonly key: Readonly<Record<string, unknown>>;
}

export type KeptTable = Extract<ServiceTable, 'bookings' | 'log' | 'audit' | 'details'>;

export interface RetentionStore {
  readAll(kept: KeptTable): AsyncIterable<readonly KeptItem[]>;
  /** @returns false if the item has changed since it was read */
  setExpiry(item: KeptItem, expiresAtSeconds: number | undefined): Promise<boolean>;
}
