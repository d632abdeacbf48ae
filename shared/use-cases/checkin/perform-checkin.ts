import pMap from 'p-map';
import type { ApiClientStore } from '../../domain/api-client.ts';
import { authorizeCaller } from '../../domain/authorize-caller.ts';
import type { BookingCheckins, BookingOutcome, CheckinRecord, RepeatedRequest } from '../../domain/booking.ts';
import type { CheckinAttempt, CheckinAttemptStore } from '../../domain/checkin-attempt.ts';
import { ServiceError } from '../../domain/service-error.ts';
import type { UserReader, UserRef } from '../../domain/user.ts';
import { isRepeatOf, refuseOtherSwipe, toAttempt, toAttemptKey, toRecord, toRepeated } from './attempt.ts';
import { startProgress, toFailureEntry, toLogged, type Progress } from './checkin-entry.ts';
import { momentOf, type CheckinRequest } from './checkin-request.ts';
import { conclude, type CheckinResult } from './checkin-result.ts';
import { explainBookings, type Explanation } from './explain.ts';
import { readForDetails } from './explain-performed.ts';
import { findUserBookings, type UserBookings } from './find-user-bookings.ts';
import type { LogWriter } from './log-writer.ts';

export interface CheckinStores {
  readonly clients: ApiClientStore;
  readonly users: UserReader;
  readonly bookings: BookingCheckins;
  readonly attempts: CheckinAttemptStore;
}

export interface CheckinDependencies extends CheckinStores {
  /** Records this request in the log. */
  readonly logWriter: LogWriter;
}

/** The number of the SDK's connections. More writes at once would wait for a free connection. */
const UPDATES_AT_ONCE = 50;

/**
 * Records the attempt of this request, or returns the one that it repeats.
 * @throws ServiceError `idempotency_key_reused`
 */
const begin = async (
  request: CheckinRequest,
  { user, open }: UserBookings,
  attempts: CheckinAttemptStore,
): Promise<CheckinAttempt> => {
  const { idempotencyKey } = request;
  const own = toAttempt(request, open);
  if (idempotencyKey === undefined) return own;
  const first = await attempts.begin(toAttemptKey({ ...request, idempotencyKey }, user), own);
  refuseOtherSwipe(first, request);
  return first;
};

interface Writing {
  readonly user: UserRef;
  readonly open: readonly string[];
  readonly record: CheckinRecord;
  /** The check-ins of the bookings that are checked in, by booking id. */
  readonly done: ReadonlyMap<string, CheckinRecord>;
  readonly repeated: RepeatedRequest;
}

/**
 * Reads which bookings are checked in already, a hundred per call, if they are too many to write at once. A refused write takes
 * as much time as a successful one: without this read, the repeat of an interrupted check-in would use its time for the bookings
 * that the first request has checked in.
 */
const findDone = async (
  user: UserRef,
  open: readonly string[],
  bookings: BookingCheckins,
): Promise<Writing['done']> => {
  if (open.length <= UPDATES_AT_ONCE) return new Map();
  const found = await bookings.find(user, open);
  return new Map(found.flatMap(({ bookingId, checkin }) => (checkin ? [[bookingId, checkin] as const] : [])));
};

const checkInAll = (
  { user, open, record, done, repeated }: Writing,
  bookings: BookingCheckins,
  progress: Progress,
): Promise<BookingOutcome[]> => {
  const checkInOne = async (bookingId: string): Promise<BookingOutcome> => {
    const earlier = done.get(bookingId);
    const outcome: BookingOutcome = earlier
      ? { kind: 'already-checked-in', record: earlier }
      : await bookings.checkIn(user, bookingId, record, repeated);
    progress.bookings.push(toLogged(bookingId, outcome, record));
    return outcome;
  };
  return pMap(open, checkInOne, { concurrency: UPDATES_AT_ONCE });
};

/** The outcomes of a check-in if no booking has changed since it was read. */
const toExpected = ({ open, done }: Writing): BookingOutcome[] =>
  open.map((bookingId) => {
    const earlier = done.get(bookingId);
    return earlier ? { kind: 'already-checked-in', record: earlier } : { kind: 'checked-in' };
  });

const perform = async (
  request: CheckinRequest,
  found: UserBookings,
  { bookings, attempts, logWriter }: CheckinDependencies,
  progress: Progress,
): Promise<CheckinResult> => {
  const { user } = found;
  const attempt = await begin(request, found, attempts);
  const isRepeat = isRepeatOf(attempt, request);
  Object.assign(progress, { at: attempt.at, isRepeat });
  const open = isRepeat ? (attempt.open ?? (await bookings.findOpen(user, attempt.at))) : found.open;
  const done = await findDone(user, open, bookings);
  const writing: Writing = {
    user,
    open,
    record: toRecord(request, attempt),
    done,
    repeated: toRepeated(attempt, request),
  };
  logWriter.expect(conclude(request, progress, { ...writing, outcomes: toExpected(writing) }).entry);
  const [outcomes, explain] = await Promise.all([
    checkInAll(writing, bookings, progress),
    request.details ? readForDetails(request, found, writing, bookings) : undefined,
  ]);
  const { result, entry } = conclude(request, progress, { ...writing, outcomes });
  await logWriter.finish(entry);
  return { ...result, ...(explain && { details: explain(result, outcomes) }) };
};

const findAuthorized = async (
  request: CheckinRequest,
  isExplained: boolean,
  { clients, users, bookings }: Omit<CheckinStores, 'attempts'>,
): Promise<UserBookings> => {
  const { caller, identifiers } = request;
  const query = { companyId: caller.companyId, identifiers, at: momentOf(request), isExplained };
  const [client, found] = await Promise.all([
    clients.find(caller.clientId),
    findUserBookings(query, { users, bookings }),
  ]);
  authorizeCaller(client, caller, 'checkin');
  if (!found) throw new ServiceError('user_not_found', 'no such user in the company');
  return found;
};

/**
 * Checks a user in on every booking that is open at the requested moment. Takes two sequential round trips to the database by
 * `id`, three by `uid` or `email`: all reads are parallel, then all writes. An Idempotency-Key adds one that records the attempt.
 * Writes a log entry, also if the check-in fails.
 * @throws ServiceError `token_invalid`, `insufficient_scope`, `user_not_found`, `idempotency_key_reused`,
 * `dependency_unavailable`
 */
export const checkInUser = async (
  request: CheckinRequest,
  dependencies: CheckinDependencies,
): Promise<CheckinResult> => {
  const progress = startProgress(request);
  try {
    const found = await findAuthorized(request, request.details === true, dependencies);
    progress.userId = found.user.userId;
    return await perform(request, found, dependencies, progress);
  } catch (error) {
    const entry = toFailureEntry(request, progress, error);
    if (entry) await dependencies.logWriter.finish(entry);
    throw error;
  }
};

/**
 * Evaluates a check-in without writing or logging anything.
 * @throws ServiceError `token_invalid`, `insufficient_scope`, `user_not_found`, `dependency_unavailable`
 */
export const tryCheckin = async (
  request: CheckinRequest,
  stores: Omit<CheckinStores, 'attempts'>,
): Promise<Explanation> =>
  explainBookings(await findAuthorized(request, true, stores), momentOf(request), stores.bookings);
