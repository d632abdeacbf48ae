import { MAX_LOGGED_BOOKINGS, type CheckinEntry, type LoggedBooking } from '../../domain/activity-log.ts';
import { isOwn } from '../../domain/checkin.ts';
import type { BookingOutcome, CheckinRecord } from '../../domain/booking.ts';
import type { Instant } from '../../domain/instant.ts';
import { ServiceError } from '../../domain/service-error.ts';
import { momentOf, type CheckinRequest } from './checkin-request.ts';
import type { ErrorCode } from '../../rules/errors.ts';

/** What is known about a request so far, for its log entry. */
export interface Progress {
  at: Instant;
  userId?: number;
  isRepeat: boolean;
  /** The results of its bookings, in the order in which they were obtained. */
  readonly bookings: LoggedBooking[];
}

export const startProgress = (request: CheckinRequest): Progress => ({
  at: momentOf(request),
  isRepeat: false,
  bookings: [],
});

/** The log's result for one booking. `own` is the record that the request writes. */
export const toLogged = (bookingId: string, outcome: BookingOutcome, own: CheckinRecord): LoggedBooking => {
  if (outcome.kind === 'closed') return { bookingId, result: 'closed' };
  const isOwnCheckin = outcome.kind === 'checked-in' || isOwn(outcome.record, own);
  return { bookingId, result: isOwnCheckin ? 'checked_in' : 'already_checked_in' };
};

/** The log entry of a request with these results. */
export const toEntry = (
  request: CheckinRequest,
  { at, userId, isRepeat }: Progress,
  bookings: readonly LoggedBooking[],
  { statusCode, code }: Pick<CheckinEntry, 'statusCode' | 'code'>,
): CheckinEntry => {
  const { caller, receivedAt, requestId, reader, identifiers } = request;
  const more = bookings.length - MAX_LOGGED_BOOKINGS;
  return {
    kind: 'checkin',
    companyId: caller.companyId,
    receivedAt,
    requestId,
    clientId: caller.clientId,
    ...(reader !== undefined && { reader }),
    identifiers: userId === undefined ? identifiers : {},
    ...(userId !== undefined && { userId }),
    at,
    statusCode,
    code,
    checkinCount: bookings.filter(({ result }) => result === 'checked_in').length,
    ...(isRepeat && { repeated: true as const }),
    bookings: bookings.slice(0, MAX_LOGGED_BOOKINGS),
    ...(more > 0 && { moreBookings: more }),
  };
};

/** The errors that are logged. */
const loggedErrors: Readonly<Partial<Record<ErrorCode, CheckinEntry['statusCode']>>> = {
  user_not_found: 404,
  idempotency_key_reused: 422,
  dependency_unavailable: 503,
};

/** The log entry of a request that ended with an error; undefined if the error is not logged. */
export const toFailureEntry = (
  request: CheckinRequest,
  progress: Progress,
  error: unknown,
): CheckinEntry | undefined => {
  if (!(error instanceof ServiceError)) return undefined;
  const statusCode = loggedErrors[error.code];
  return statusCode && toEntry(request, progress, progress.bookings, { statusCode, code: error.code });
};
