import pMap from 'p-map';
import type { ApiClientStore } from '../../domain/api-client.ts';
import { authorizeCaller } from '../../domain/authorize-caller.ts';
import type { BookingOutcome, BookingCheckins, CheckinRecord, RepeatedRequest } from '../../domain/booking.ts';
import { checkinCode, tally, type CheckinOutcome } from '../../domain/checkin.ts';
import { isOtherSwipe, type CheckinAttempt, type CheckinAttemptStore } from '../../domain/checkin-attempt.ts';
import { ServiceError } from '../../domain/service-error.ts';
import type { UserRef, UserReader } from '../../domain/user.ts';
import { startProgress, toEntry, toFailureEntry, toLogged, type Progress } from './checkin-entry.ts';
import { momentOf, type CheckinRequest } from './checkin-request.ts';
import {
  evaluateBookings,
  MAX_LISTED_BOOKINGS,
  toDetails,
  type CheckinDetails,
  type EvaluatedBooking,
} from './evaluate.ts';
import { explainBookings, type Explanation } from './explain.ts';
import { findNearby, findUserBookings, type UserBookings } from './find-user-bookings.ts';
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

/** What a check-in came to, and the moment it was evaluated at. */
export interface CheckinResult extends CheckinOutcome, Pick<CheckinAttempt, 'at'> {
  /** Whether it had all been done before, by the request that this one repeats. */
  readonly isRepeated: boolean;
  /** If the request asked for them. */
  readonly details?: CheckinDetails;
}

/** As many as the SDK keeps connections; more would only wait for one. */
const UPDATES_AT_ONCE = 50;

/** The attempt that this request is, or that it repeats. */
const begin = async (
  request: CheckinRequest,
  { user, open }: UserBookings,
  attempts: CheckinAttemptStore,
): Promise<CheckinAttempt> => {
  const { requestId, receivedAt, notify, caller, idempotencyKey, at } = request;
  const own: CheckinAttempt = {
    checkinId: requestId,
    at: momentOf(request),
    receivedAt,
    notify,
    ...(at !== undefined && { isDated: true as const }),
    open,
  };
  if (idempotencyKey === undefined) return own;
  const first = await attempts.begin({ clientId: caller.clientId, idempotencyKey, user }, own);
  if (first.checkinId !== requestId && isOtherSwipe(first, at))
    throw new ServiceError('idempotency_key_reused', 'the key stands for a check-in at another moment');
  return first;
};

const toRecord = (request: CheckinRequest, { checkinId, at, notify }: CheckinAttempt): CheckinRecord => ({
  at,
  receivedAt: request.receivedAt,
  clientId: request.caller.clientId,
  requestId: request.requestId,
  checkinId,
  notify,
  ...(request.reader !== undefined && { reader: request.reader }),
  ...(request.idempotencyKey !== undefined && { idempotencyKey: request.idempotencyKey }),
});

/** Bookings that are checked in, by their ids. */
type Done = ReadonlyMap<string, CheckinRecord>;

/**
 * What need not be written, read beforehand if there is more than one wave of writes, a hundred bookings to a call. A
 * write that finds its booking checked in costs as much as one that checks it in: without this, a check-in that was cut
 * short would spend its next attempt on what the first one did.
 */
const findDone = async (
  { user, done = new Map() }: UserBookings,
  open: readonly string[],
  bookings: BookingCheckins,
): Promise<Done> => {
  const unknown = open.filter((bookingId) => !done.has(bookingId));
  if (unknown.length <= UPDATES_AT_ONCE) return done;
  const found = await bookings.find(user, unknown);
  return new Map([
    ...done,
    ...found.flatMap(({ bookingId, checkin }) => (checkin ? [[bookingId, checkin] as const] : [])),
  ]);
};

interface Writing {
  readonly user: UserRef;
  readonly open: readonly string[];
  readonly record: CheckinRecord;
  readonly done: Done;
  readonly repeated: RepeatedRequest;
}

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

/** The log entry of a check-in that finds every booking as it was read. */
const toExpectedEntry = (request: CheckinRequest, progress: Progress, { open, record, done }: Writing) => {
  const bookings = open.map((bookingId) => {
    const earlier = done.get(bookingId);
    return toLogged(
      bookingId,
      earlier ? { kind: 'already-checked-in', record: earlier } : { kind: 'checked-in' },
      record,
    );
  });
  const others = open.flatMap((bookingId) => done.get(bookingId)?.at ?? []);
  const checkinCount = bookings.filter(({ result }) => result === 'checked_in').length;
  const code = checkinCode({ checkinCount, ...(others[0] !== undefined && { checkedInSince: others[0] }) });
  return toEntry(request, progress, bookings, { statusCode: 200, code });
};

/** Reads what the explanation lists, beside the writes. What these did is laid over it. */
const evaluatePerformed = async (
  request: CheckinRequest,
  { user, open, record }: Writing,
  listed: readonly string[],
  bookings: BookingCheckins,
): Promise<(outcomes: readonly BookingOutcome[]) => EvaluatedBooking[]> => {
  // A repeat is evaluated at the moment of its first attempt, which may be far from its own.
  const near = record.at === momentOf(request) ? listed : await findNearby(user, record.at, bookings);
  const ids = [...new Set([...open.slice(0, MAX_LISTED_BOOKINGS), ...near])].slice(0, MAX_LISTED_BOOKINGS);
  const read = await bookings.find(user, ids);
  return (outcomes) => {
    const records = new Map(
      outcomes.map((outcome, index) => [
        open[index],
        outcome.kind === 'closed' ? undefined : outcome.kind === 'checked-in' ? record : outcome.record,
      ]),
    );
    const after = read.map((booking) => {
      const checkin = records.get(booking.bookingId) ?? booking.checkin;
      return checkin ? { ...booking, checkin } : booking;
    });
    // Open ones moved into their period after the index was read: this check-in was not about them.
    return evaluateBookings(after, record.at, record.checkinId).filter(({ result }) => result !== 'open');
  };
};

const perform = async (
  request: CheckinRequest,
  found: UserBookings,
  { bookings, attempts, logWriter }: CheckinDependencies,
  progress: Progress,
): Promise<CheckinResult> => {
  const { user } = found;
  const attempt = await begin(request, found, attempts);
  const isRepeat = attempt.checkinId !== request.requestId;
  Object.assign(progress, { at: attempt.at, isRepeat });
  const open = isRepeat ? (attempt.open ?? (await bookings.findOpen(user, attempt.at))) : found.open;
  const done = await findDone(found, open, bookings);
  const repeated: RepeatedRequest = isRepeat ? { firstReceivedAt: attempt.receivedAt } : {};
  const writing: Writing = { user, open, record: toRecord(request, attempt), done, repeated };
  logWriter.expect(toExpectedEntry(request, progress, writing));
  const [outcomes, evaluate] = await Promise.all([
    checkInAll(writing, bookings, progress),
    request.details ? evaluatePerformed(request, writing, found.listed, bookings) : undefined,
  ]);
  const outcome = tally(outcomes, writing.record);
  const logged = open.map((bookingId, index) => toLogged(bookingId, outcomes[index] as BookingOutcome, writing.record));
  await logWriter.finish(toEntry(request, progress, logged, { statusCode: 200, code: checkinCode(outcome) }));
  return {
    at: attempt.at,
    ...outcome,
    isRepeated: isRepeat && outcomes.every(({ kind }) => kind !== 'checked-in'),
    ...(evaluate && { details: toDetails(outcome, evaluate(outcomes)) }),
  };
};

/**
 * Performs a check-in and leaves a log entry, also if it fails.
 * @param find the user and the bookings
 * @throws ServiceError `user_not_found`, `idempotency_key_reused`, `dependency_unavailable`
 */
export const checkInFound = async (
  request: CheckinRequest,
  find: () => Promise<UserBookings | undefined>,
  dependencies: CheckinDependencies,
): Promise<CheckinResult> => {
  const progress = startProgress(request);
  try {
    const found = await find();
    if (!found) throw new ServiceError('user_not_found', 'no such user in the company');
    progress.userId = found.user.userId;
    return await perform(request, found, dependencies, progress);
  } catch (error) {
    const entry = toFailureEntry(request, progress, error);
    if (entry) await dependencies.logWriter.finish(entry);
    throw error;
  }
};

const findAuthorized = async (
  request: CheckinRequest,
  isExplained: boolean,
  { clients, users, bookings }: Omit<CheckinStores, 'attempts'>,
): Promise<UserBookings | undefined> => {
  const { caller, identifiers } = request;
  const query = { companyId: caller.companyId, identifiers, at: momentOf(request), isExplained };
  const [client, found] = await Promise.all([
    clients.find(caller.clientId),
    findUserBookings(query, { users, bookings }),
  ]);
  authorizeCaller(client, caller, 'checkin');
  return found;
};

/**
 * Checks a user in on every booking that is open at the moment asked for. Two round trips to the database one after the
 * other by `id`, three by `uid` or `email`: everything is read side by side, then everything is written side by side. An
 * Idempotency-Key costs one more, in which is written down what the request and its repeats are about.
 * @throws ServiceError `token_invalid`, `insufficient_scope`, `user_not_found`, `idempotency_key_reused`, `dependency_unavailable`
 */
export const checkInUser = (request: CheckinRequest, dependencies: CheckinDependencies): Promise<CheckinResult> =>
  checkInFound(request, () => findAuthorized(request, request.details === true, dependencies), dependencies);

/**
 * Says what a check-in would do; writes and logs nothing.
 * @throws ServiceError `token_invalid`, `insufficient_scope`, `user_not_found`, `dependency_unavailable`
 */
export const tryCheckin = async (
  request: CheckinRequest,
  stores: Omit<CheckinStores, 'attempts'>,
): Promise<Explanation> => {
  const found = await findAuthorized(request, true, stores);
  if (!found) throw new ServiceError('user_not_found', 'no such user in the company');
  return explainBookings(found, momentOf(request), stores.bookings);
};
