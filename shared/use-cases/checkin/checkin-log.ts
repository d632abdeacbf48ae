import type { CheckinEntry, CheckinLog, NearLoggedBooking, OpenLoggedBooking } from '../../domain/logs.ts';
import { isOwn } from '../../domain/checkin.ts';
import type { BookingOutcome, CheckinRecord } from '../../domain/booking.ts';
import type { Instant } from '../../domain/instant.ts';
import { ServiceError } from '../../domain/service-error.ts';
import type { CheckinRequest, ReceivedRequest, RejectedCheckin } from './checkin-request.ts';
import type { NearBookings } from './near-bookings.ts';
import type { CheckinCode } from '../../rules/bookings.ts';
import type { ErrorCode } from '../../rules/errors.ts';
import { defined } from '../../rules/plain-values.ts';

/** The maximum numbers of open and of near bookings in an entry. `moreBookings` counts the other open bookings. */
const MAX_LOGGED_BOOKINGS = 100;
export const MAX_LOGGED_NEAR = 20;

/** What a request's log entry would contain if the request ended now. */
export interface EntrySoFar {
  at: Instant;
  /** Known before the rest, so that the entry of a failure is among those that are deleted with the user. */
  userId?: number | undefined;
  isRetried: boolean;
  /** Results so far. */
  readonly bookings: OpenLoggedBooking[];
}

export const startEntry = (request: CheckinRequest): EntrySoFar => ({
  at: request.at,
  isRetried: false,
  bookings: [],
});

/** `own`: the record that the request writes. */
export const toLogged = (bookingId: string, outcome: BookingOutcome, own: CheckinRecord): OpenLoggedBooking => {
  if (outcome.kind === 'closed') return { bookingId, result: 'closed' };
  return { bookingId, result: isOwn(outcome.booking.checkin, own) ? 'checked_in' : 'already_checked_in' };
};

interface Answer extends Pick<CheckinEntry, 'statusCode' | 'code' | 'differentPeople'> {
  readonly near?: readonly NearLoggedBooking[];
}

const toEntry = (
  request: ReceivedRequest & Pick<CheckinEntry, 'identifiers' | 'reader' | 'idempotencyKey'>,
  { at, userId, isRetried }: Omit<EntrySoFar, 'bookings'>,
  bookings: readonly OpenLoggedBooking[],
  { near = [], ...answer }: Answer,
): CheckinEntry => {
  const { caller, receivedAt, requestId, reader, identifiers, idempotencyKey } = request;
  const excess = bookings.length - MAX_LOGGED_BOOKINGS;
  return defined({
    kind: 'checkin',
    companyId: caller.companyId,
    receivedAt,
    requestId,
    idempotencyKey,
    clientId: caller.clientId,
    reader,
    identifiers: userId === undefined ? identifiers : {},
    userId,
    at,
    ...answer,
    checkinCount: bookings.filter(({ result }) => result === 'checked_in').length,
    repeated: isRetried ? true : undefined,
    bookings: [...bookings.slice(0, MAX_LOGGED_BOOKINGS), ...near],
    moreBookings: excess > 0 ? excess : undefined,
  });
};

const codeOf = (bookings: readonly OpenLoggedBooking[]): CheckinCode => {
  const results = new Set(bookings.map(({ result }) => result));
  if (results.has('checked_in')) return 'checked_in';
  return results.has('already_checked_in') ? 'already_checked_in' : 'nothing_open';
};

/** Leaves out bookings that were open when they were read. They are logged as `closed`. */
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
  soFar: EntrySoFar,
  bookings: readonly OpenLoggedBooking[],
  near: NearBookings = [],
): CheckinEntry =>
  toEntry(request, soFar, bookings, { statusCode: 200, code: codeOf(bookings), near: toNearLogged(near) });

const loggedErrors: Readonly<Partial<Record<ErrorCode, CheckinEntry['statusCode']>>> = {
  user_not_found: 404,
  idempotency_key_reused: 422,
  dependency_unavailable: 503,
};

/** Writes the entry of a request that failed, if its error is one of {@link loggedErrors}. */
export const writeFailure = async (
  request: CheckinRequest,
  soFar: EntrySoFar,
  error: unknown,
  logWriter: LogWriter,
): Promise<void> => {
  if (!(error instanceof ServiceError)) return;
  const statusCode = loggedErrors[error.code];
  if (!statusCode) return;
  const differentPeople = error.belongToDifferentPeople || undefined;
  const answer = { statusCode, code: error.code, differentPeople };
  await logWriter.writeFinal(toEntry(request, soFar, soFar.bookings, answer));
};

/** The entry of a request that was rejected because of its identifiers, which people look for in the log. */
export const toRejectedEntry = (
  { caller, requestId, receivedAt }: ReceivedRequest,
  { identifiers, at = receivedAt, reader }: RejectedCheckin,
): CheckinEntry =>
  toEntry({ caller, requestId, receivedAt, identifiers, reader }, { at, isRetried: false }, [], {
    statusCode: 400,
    code: 'invalid_field' satisfies ErrorCode,
  });

/** Writes the log entry of one request. Neither method fails. */
export interface LogWriter {
  /**
   * Starts to write the entry that is expected, in parallel with the writes of bookings: two sequential round trips for a check-in
   * instead of three.
   */
  writeExpected(entry: CheckinEntry): void;
  /** Writes again only if the entry differs from the expected one. */
  writeFinal(entry: CheckinEntry): Promise<void>;
}

/** How long a finished request waits for its log entry. After that, the response is sent without it. Tests change it. */
export const logGrace: { readonly milliseconds: number } = { milliseconds: 300 };

export type OnLogFailed = (error: unknown) => void;

/** Waits for a write, at most for {@link logGrace}. A failure is reported, not thrown. */
const settle = async (write: Promise<void>, calls: AbortController, onFailed: OnLogFailed): Promise<void> => {
  const { milliseconds } = logGrace;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no log entry within ${milliseconds} ms`)), milliseconds);
  try {
    await Promise.race([write, late]);
  } catch (error) {
    calls.abort();
    onFailed(error);
  } finally {
    clearTimeout(timer);
  }
};

/** Compares JSON, because the same function makes both entries, always with their fields in the same order. */
const isSame = (one: CheckinEntry, other: CheckinEntry | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Makes the writer for one request. A failing log never makes a check-in fail or delays it by more than {@link logGrace}. */
export const makeLogWriter = (log: CheckinLog, onFailed: OnLogFailed): LogWriter => {
  // A separate controller, because a failed request writes its log entry after its other calls were aborted.
  const calls = new AbortController();
  let expected: CheckinEntry | undefined;
  let writing: Promise<void> | undefined;

  const write = async (entry: CheckinEntry): Promise<void> => {
    // Waits for the first write, which could otherwise finish later and overwrite the entry.
    await writing?.catch(() => undefined);
    if (!isSame(entry, expected)) return log.recordCheckins([entry], calls.signal);
    return writing;
  };

  return {
    writeExpected(entry) {
      if (!log.keepsCheckins) return;
      expected = entry;
      writing = log.recordCheckins([entry], calls.signal);
      // A failure is handled in `writeFinal`.
      writing.catch(() => undefined);
    },
    async writeFinal(entry) {
      if (log.keepsCheckins) await settle(write(entry), calls, onFailed);
    },
  };
};

interface BatchLogWriter extends LogWriter {
  settle(): Promise<void>;
}

/** Makes the writer for many requests. The requests do not wait for their entries: `settle` writes all entries together. */
export const makeBatchLogWriter = (log: CheckinLog, onFailed: OnLogFailed): BatchLogWriter => {
  const entries: CheckinEntry[] = [];
  return {
    writeExpected: () => undefined,
    writeFinal: async (entry) => void entries.push(entry),
    async settle() {
      if (!log.keepsCheckins) return;
      const calls = new AbortController();
      await settle(log.recordCheckins(entries, calls.signal), calls, onFailed);
    },
  };
};
