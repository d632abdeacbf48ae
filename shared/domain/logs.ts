import type { IdentifierName } from '../rules/attributes.ts';
import type { AuditEntry, AuditLog, ImportLog, ImportRef, ImportSums, NewUsers } from './audit-entry.ts';
import type { BookingPeriod } from './booking.ts';
import type { Instant } from './instant.ts';
import type { Page } from './page.ts';
import type { UserRef } from './user.ts';

/** `closed`: the booking was cancelled or moved before the check-in was written. */
export interface OpenLoggedBooking {
  readonly bookingId: string;
  readonly result: 'checked_in' | 'already_checked_in' | 'closed';
}

export interface NearLoggedBooking extends BookingPeriod {
  readonly result: 'too_early' | 'too_late';
}

export type LoggedBooking = OpenLoggedBooking | NearLoggedBooking;

/** Identifiers as the log shows them. An id that is not valid is a text. */
export type LoggedIdentifiers = { readonly id?: number | string } & { readonly [Name in IdentifierName]?: string };

/** An authenticated check-in request, or one item of a batch. */
export interface CheckinEntry {
  readonly kind: 'checkin';
  readonly companyId: string;
  readonly receivedAt: Instant;
  /** Unique in the company. For an item of a batch: the request's id and the number of the item. */
  readonly requestId: string;
  /** Attempts at the same swipe have the same key. */
  readonly idempotencyKey?: string;
  readonly clientId: string;
  readonly reader?: string;
  /**
   * The identifiers that were sent, if no user was found; otherwise empty. With status 400, invisible characters are
   * shown as in `[U+200B]`.
   */
  readonly identifiers: LoggedIdentifiers;
  readonly userId?: number;
  /** Whether no user was found because the identifiers belong to different people. */
  readonly differentPeople?: true;
  /** When the person was at the gate: the `date` of the request, or of the first request if this one is a retry. */
  readonly at: Instant;
  /** 400 only if nothing but an identifier was invalid. */
  readonly statusCode: 200 | 400 | 404 | 422 | 503;
  readonly code: string;
  readonly checkinCount: number;
  /** The request is a retry of an earlier one. */
  readonly repeated?: true;
  /** The open bookings or, if none was open, the bookings near `at`. */
  readonly bookings: readonly LoggedBooking[];
  /** How many open bookings are left out of `bookings`; absent if none. */
  readonly moreBookings?: number;
}

export type LogEntry = CheckinEntry | AuditEntry;

/** Selects the entries that were received from `from` (inclusive) to `until` (exclusive). */
export interface LogRange {
  readonly kind?: LogEntry['kind'] | undefined;
  readonly from?: Instant | undefined;
  readonly until?: Instant | undefined;
  /** Selects requests by this API client, and changes to the client. */
  readonly clientId?: string | undefined;
  /** Selects requests from this door or device. */
  readonly reader?: string | undefined;
  /** The `code` of a check-in or the `action` of an administrative entry. */
  readonly result?: string | undefined;
  /** Selects administrative entries about members and invitations. */
  readonly isAboutMember?: boolean | undefined;
  /** Selects the entry of this import, and those of the people whom it changed or removed. */
  readonly importId?: string | undefined;
}

/** Requests at most `limit` entries, after the page that returned `next`. */
export interface LogPageRequest {
  readonly limit: number;
  readonly next?: string | undefined;
  /** How many entries to read at once, if the range leaves some out. Default: little more than the limit. */
  readonly atOnce?: number;
}

export interface CheckinLog {
  /** If false, {@link recordCheckins} does nothing. */
  readonly keepsCheckins: boolean;
  /** Writes entries. Each replaces an earlier entry of the same request. @param signal aborts the pending calls */
  recordCheckins(entries: readonly CheckinEntry[], signal?: AbortSignal): Promise<void>;
}

/** The check-in log and the audit log, listed together. Entries expire after the stage's `checkinLogDays` and `adminLogDays`. Lists are newest first. */
export interface Logs extends CheckinLog, AuditLog, ImportLog {
  /** Without a filter, changes of single people by an import are left out, because the entry of the import summarises them. */
  listByCompany(companyId: string, range: LogRange, page: LogPageRequest): Promise<Page<LogEntry>>;
  listByUser(user: UserRef, range: LogRange, page: LogPageRequest): Promise<Page<LogEntry>>;
  /** Returns how imports went so far, by their ids. Reads consistently. */
  findImports(companyId: string, importIds: readonly string[]): Promise<ReadonlyMap<string, ImportSums>>;
  /** Lists the users that an import created, at most 100 at once, oldest first. */
  listNewUsers(ref: ImportRef, next?: string): Promise<NewUsers & { readonly next?: string | undefined }>;
  /**
   * Deletes the check-in entries of a user, and the reasons and values in administrative entries about the user. The
   * administrative entries themselves stay.
   * @param until deletes only entries received by this time
   * @returns the number of deleted check-in entries
   */
  erase(user: UserRef, until?: Instant): Promise<number>;
}
