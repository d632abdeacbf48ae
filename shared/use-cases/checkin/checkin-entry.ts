import {
  MAX_LOGGED_BOOKINGS,
  MAX_LOGGED_NEAR,
  type CheckinEntry,
  type NearLoggedBooking,
  type OpenLoggedBooking,
} from '../../domain/activity-log.ts';
import { isOwn } from '../../domain/checkin.ts';
import type { BookingOutcome, CheckinRecord } from '../../domain/booking.ts';
import type { Instant } from '../../domain/instant.ts';
import { ServiceError } from '../../domain/service-error.ts';
import { momentOf, type CheckinRequest } from './checkin-request.ts';
import type { NearBookings } from './find-user-bookings.ts';
import type { CheckinCode } from '../../rules/bookings.ts';
import type { ErrorCode } from '../../rules/errors.ts';
import { defined } from '../../domain/defined.ts';

/** What a request's log entry would contain if the request ended now. */
export interface Progress {
  at: Instant;
  userId?: number;
  isRetried: boolean;
  /** Results so far. */
  readonly bookings: OpenLoggedBooking[];
}

export const startProgress = (request: CheckinRequest): Progress => ({
  at: momentOf(request),
  isRetried: false,
  bookings: [],
});

/** `own`: the record that the request writes. */
export const toLogged = (bookingId: string, outcome: BookingOutcome, own: CheckinRecord): OpenLoggedBooking => {
  if (outcome.kind === 'closed') return { bookingId, result: 'closed' };
  return { bookingId, result: isOwn(outcome.booking.checkin, own) ? 'checked_in' : 'already_checked_in' };
};

const toEntry = (
  request: CheckinRequest,
  { at, userId, isRetried }: Progress,
  bookings: readonly OpenLoggedBooking[],
  { statusCode, code, near = [] }: Pick<CheckinEntry, 'statusCode' | 'code'> & { near?: NearLoggedBooking[] },
): CheckinEntry => {
  const { caller, receivedAt, requestId, reader, identifiers } = request;
  const excess = bookings.length - MAX_LOGGED_BOOKINGS;
  return defined({
    kind: 'checkin',
    companyId: caller.companyId,
    receivedAt,
    requestId,
    clientId: caller.clientId,
    reader,
    identifiers: userId === undefined ? identifiers : {},
    userId,
    at,
    statusCode,
    code,
    checkinCount: bookings.filter(({ result }) => result === 'checked_in').length,
    repeated: isRetried ? true : undefined,
    bookings: [...bookings.slice(0, MAX_LOGGED_BOOKINGS), ...near],
    moreBookings: excess > 0 ? excess : undefined,
  });
};

const codeOf = (bookings: readonly OpenLoggedBooking[]): CheckinCode =>
  (['checked_in', 'already_checked_in'] as const).find((code) => bookings.some(({ result }) => result === code)) ??
  'nothing_open';

const toNearLogged = (near: NearBookings): NearLoggedBooking[] =>
  near
    .flatMap(({ booking, position }) => (position === 'open' ? [] : [{ ...booking, result: position }]))
    .slice(0, MAX_LOGGED_NEAR);

/**
 * @param bookings the bookings that were open
 * @param near the bookings near the time of the check-in, if nothing was open
 */
export const toAnsweredEntry = (
  request: CheckinRequest,
  progress: Progress,
  bookings: readonly OpenLoggedBooking[],
  near: NearBookings = [],
): CheckinEntry =>
  toEntry(request, progress, bookings, { statusCode: 200, code: codeOf(bookings), near: toNearLogged(near) });

const loggedErrors: Readonly<Partial<Record<ErrorCode, CheckinEntry['statusCode']>>> = {
  user_not_found: 404,
  idempotency_key_reused: 422,
  dependency_unavailable: 503,
};

/** Returns undefined if the error is not logged. */
export const toFailureEntry = (
  request: CheckinRequest,
  progress: Progress,
  error: unknown,
): CheckinEntry | undefined => {
  if (!(error instanceof ServiceError)) return undefined;
  const statusCode = loggedErrors[error.code];
  return statusCode && toEntry(request, progress, progress.bookings, { statusCode, code: error.code });
};
