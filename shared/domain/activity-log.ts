import type { AdminEntry, AdminLog } from './audit-entry.ts';
import type { BookingPeriod } from './booking.ts';
import type { Instant } from './instant.ts';
import type { Identifiers, UserRef } from './user.ts';

/** A booking that was open when a logged check-in request read it. `closed`: it was cancelled or moved before the write. */
export interface OpenLoggedBooking {
  readonly bookingId: string;
  readonly result: 'checked_in' | 'already_checked_in' | 'closed';
}

/** A booking near the moment of a request that found nothing open, as the request saw it. */
export interface NearLoggedBooking extends BookingPeriod {
  readonly result: 'too_early' | 'too_late';
}

export type LoggedBooking = OpenLoggedBooking | NearLoggedBooking;

/** An entry lists at most this many open bookings; `moreBookings` counts the others. */
export const MAX_LOGGED_BOOKINGS = 100;
/** An entry lists at most this many bookings near the moment. */
export const MAX_LOGGED_NEAR = 20;

/** An authenticated check-in request, or one item of a batch. */
export interface CheckinEntry {
  readonly kind: 'checkin';
  readonly companyId: string;
  readonly receivedAt: Instant;
  /** Unique in the company. For an item of a batch: the request's id and the number of the item. */
  readonly requestId: string;
  readonly clientId: string;
  readonly reader?: string;
  /** The identifiers as they were sent, if no user was found; otherwise empty. */
  readonly identifiers: Identifiers;
  /** The user who was found. */
  readonly userId?: number;
  /** The moment that the request was evaluated at. */
  readonly at: Instant;
  readonly statusCode: 200 | 404 | 422 | 503;
  readonly code: string;
  readonly checkinCount: number;
  /** The request is a retry of an earlier one with the same Idempotency-Key. */
  readonly repeated?: true;
  /** The open bookings; if nothing was open, also those near the moment. */
  readonly bookings: readonly LoggedBooking[];
  /** Open bookings beyond those listed. */
  readonly moreBookings?: number;
}

export type LogEntry = CheckinEntry | AdminEntry;

/** The `code` of a check-in, or the `action` of an administrator. */
export const resultOf = (entry: LogEntry): string => (entry.kind === 'checkin' ? entry.code : entry.action);

/** Entries received from `from` (inclusive) to `until` (exclusive). If one is absent, there is no limit on that side. */
export interface LogRange {
  /** Only entries of this kind. */
  readonly kind?: LogEntry['kind'] | undefined;
  readonly from?: Instant | undefined;
  readonly until?: Instant | undefined;
}

/** One page of a list: at most `limit` entries, continuing after the page that returned `next`. */
export interface LogPageRequest {
  readonly limit: number;
  readonly next?: string | undefined;
}

export interface LogPage {
  readonly entries: readonly LogEntry[];
  /** Where the next page continues; absent at the end of the list. A short or empty page can have one. */
  readonly next?: string;
}

/** Where check-in requests are recorded. */
export interface CheckinLog {
  /** Whether check-in entries are kept at all; if not, {@link recordCheckins} does nothing. */
  readonly keepsCheckins: boolean;
  /**
   * Writes the entries. An entry replaces an earlier entry of the same request.
   * @param signal aborts the pending calls
   */
  recordCheckins(entries: readonly CheckinEntry[], signal?: AbortSignal): Promise<void>;
}

/**
 * The log of check-in requests and administrative actions. Entries expire after the stage's `checkinLogDays` and
 * `adminLogDays`. Every method may throw {@link ServiceError} `dependency_unavailable`.
 */
export interface ActivityLog extends CheckinLog, AdminLog {
  /** All entries of a company, newest first. */
  listByCompany(companyId: string, range: LogRange, page: LogPageRequest): Promise<LogPage>;
  /** The entries about one user, newest first. */
  listByUser(user: UserRef, range: LogRange, page: LogPageRequest): Promise<LogPage>;
  /**
   * Removes the check-in entries of a user, and what administrative entries say about the user: reasons and values. The entries
   * themselves stay.
   * @param until only those that were received by then
   * @returns how many check-in entries were removed
   */
  erase(user: UserRef, until?: Instant): Promise<number>;
}
