import pMap from 'p-map';
import type { CheckinRecord, RepeatedRequest, BookingCheckins, BookingOutcome } from '../../domain/booking.ts';
import {
  isOtherSwipe,
  type AttemptKey,
  type CheckinAttempt,
  type CheckinAttemptStore,
} from '../../domain/checkin-attempt.ts';
import { ServiceError } from '../../domain/service-error.ts';
import type { UserRef, UserReader } from '../../domain/user.ts';
import { momentOf, type CheckinRequest } from './checkin-request.ts';
import { defined } from '../../domain/defined.ts';
import type { ClientAccessReader } from '../../domain/api-client.ts';
import { authorizeCaller } from '../../domain/authorize-caller.ts';
import type { OpenLoggedBooking } from '../../domain/activity-log.ts';
import { checkinCode, isOwn, tally } from '../../domain/checkin.ts';
import { startProgress, toAnsweredEntry, toFailureEntry, toLogged, type Progress } from './checkin-entry.ts';
import { explainBookings, explainPerformed, readOthers, type CheckinResult, type Explanation } from './explain.ts';
import {
  findNear,
  findUserBookings,
  openOf,
  type NearBookings,
  type UserBookings,
  type KnownCheckins,
} from './find-user-bookings.ts';
import type { LogWriter } from './log-writer.ts';

/** @param open the ids of the bookings that are open at the request's time */
const toAttempt = (request: CheckinRequest, open: readonly string[]): CheckinAttempt => ({
  checkinId: request.requestId,
  at: momentOf(request),
  receivedAt: request.receivedAt,
  notify: request.notify,
  ...(request.at !== undefined && { isDated: true as const }),
  open,
});

const toAttemptKey = (
  { caller, idempotencyKey }: CheckinRequest & { readonly idempotencyKey: string },
  user: UserRef,
): AttemptKey => ({ clientId: caller.clientId, idempotencyKey, user });

/** Whether the recorded attempt belongs to an earlier request. */
const isRetry = ({ requestId }: CheckinRequest, { checkinId }: CheckinAttempt): boolean => checkinId !== requestId;

/** Returns an empty object for the first request. */
const toRepeated = (attempt: CheckinAttempt, request: CheckinRequest): RepeatedRequest =>
  isRetry(request, attempt) ? { firstReceivedAt: attempt.receivedAt } : {};

/** @throws ServiceError `idempotency_key_reused` if the key belongs to another swipe */
const assertSameSwipe = (first: CheckinAttempt, request: CheckinRequest): void => {
  if (isRetry(request, first) && isOtherSwipe(first, request.at))
    throw new ServiceError('idempotency_key_reused', 'the key belongs to a check-in at another moment');
};

/** The record that a request writes. The record of a retry has the time, check-in id and `notify` of the first request. */
const toRecord = (request: CheckinRequest, { checkinId, at, notify }: CheckinAttempt): CheckinRecord =>
  defined({
    at,
    receivedAt: request.receivedAt,
    clientId: request.caller.clientId,
    requestId: request.requestId,
    checkinId,
    notify,
    reader: request.reader,
    idempotencyKey: request.idempotencyKey,
  });

export interface CheckinStores {
  readonly clients: ClientAccessReader;
  readonly users: Pick<UserReader, 'find' | 'findId'>;
  readonly bookings: BookingCheckins;
  readonly attempts: CheckinAttemptStore;
}

export interface CheckinDependencies extends CheckinStores {
  readonly logWriter: LogWriter;
}

/** The maximum number of bookings that are updated in parallel. The SDK has 50 connections. */
const UPDATES_AT_ONCE = 50;

/**
 * Returns the attempt of this request, or of the request that it retries.
 * @throws ServiceError `idempotency_key_reused`
 */
const begin = async (
  request: CheckinRequest,
  { user, near }: UserBookings,
  attempts: CheckinAttemptStore,
): Promise<CheckinAttempt> => {
  const { idempotencyKey } = request;
  const own = toAttempt(request, openOf(near));
  if (idempotencyKey === undefined) return own;
  const first = await attempts.begin(toAttemptKey({ ...request, idempotencyKey }, user), own);
  assertSameSwipe(first, request);
  return first;
};

interface Writes {
  readonly user: UserRef;
  readonly open: readonly string[];
  readonly record: CheckinRecord;
  readonly repeated: RepeatedRequest;
}

/**
 * Reads which of many bookings are checked in, a hundred per call. A rejected write takes as long as a successful one, so the
 * retry of an interrupted check-in would otherwise spend its time on bookings that are already checked in.
 */
const readManyCheckins = async (
  { user, open }: Writes,
  bookings: BookingCheckins,
  known: KnownCheckins,
): Promise<void> => {
  const unknown = open.filter((bookingId) => !known.has(bookingId));
  if (unknown.length <= UPDATES_AT_ONCE) return;
  for (const { checkin, ...booking } of await bookings.find(user, unknown))
    if (checkin) known.set(booking.bookingId, { ...booking, checkin });
};

const checkInAll = (
  { user, open, record, repeated }: Writes,
  bookings: BookingCheckins,
  known: KnownCheckins,
  progress: Progress,
): Promise<BookingOutcome[]> => {
  const checkInOne = async (bookingId: string): Promise<BookingOutcome> => {
    const earlier = known.get(bookingId);
    const outcome: BookingOutcome = earlier
      ? { kind: 'already-checked-in', booking: earlier }
      : await bookings.checkIn(user, bookingId, record, repeated);
    if (outcome.kind !== 'closed') known.set(bookingId, outcome.booking);
    progress.bookings.push(toLogged(bookingId, outcome, record));
    return outcome;
  };
  return pMap(open, checkInOne, { concurrency: UPDATES_AT_ONCE });
};

/** Returns the results to expect if no booking has changed since it was read. */
const toExpected = ({ open, record }: Writes, known: KnownCheckins): OpenLoggedBooking[] =>
  open.map((bookingId) => {
    const earlier = known.get(bookingId);
    const hasOtherCheckin = earlier && !isOwn(earlier.checkin, record);
    return { bookingId, result: hasOtherCheckin ? 'already_checked_in' : 'checked_in' };
  });

const perform = async (
  request: CheckinRequest,
  found: UserBookings,
  { bookings, attempts, logWriter }: CheckinDependencies,
  known: KnownCheckins,
  progress: Progress,
): Promise<CheckinResult> => {
  const { user } = found;
  const attempt = await begin(request, found, attempts);
  const isRetried = isRetry(request, attempt);
  Object.assign(progress, { at: attempt.at, isRetried });
  const record = toRecord(request, attempt);
  // A retry is evaluated for the time of the first attempt, which can be far from the retry's own time.
  const findNearBookings = async (): Promise<NearBookings> =>
    record.at === momentOf(request) ? found.near : findNear(user, record.at, bookings);
  const open = isRetried ? (attempt.open ?? openOf(await findNearBookings())) : openOf(found.near);
  const writes: Writes = { user, open, record, repeated: toRepeated(attempt, request) };
  await readManyCheckins(writes, bookings, known);
  if (open.length > 0) logWriter.expect(toAnsweredEntry(request, progress, toExpected(writes, known)));
  const [outcomes, others] = await Promise.all([
    checkInAll(writes, bookings, known, progress),
    request.details ? findNearBookings().then((near) => readOthers(user, near, open, bookings)) : [],
  ]);
  const outcome = tally(outcomes, record);
  const result: CheckinResult = {
    at: record.at,
    ...outcome,
    isRepeated: isRetried && outcomes.every(({ kind }) => kind !== 'checked-in'),
  };
  const logged = outcomes.map((one, index) => toLogged(open[index] as string, one, record));
  const near = checkinCode(outcome) === 'nothing_open' ? await findNearBookings() : [];
  await logWriter.finish(toAnsweredEntry(request, progress, logged, near));
  return { ...result, ...(request.details && { details: explainPerformed(result, outcomes, others, record) }) };
};

const findAuthorized = async (
  request: CheckinRequest,
  { clients, users, bookings }: Omit<CheckinStores, 'attempts'>,
): Promise<UserBookings> => {
  const { caller, identifiers } = request;
  const query = { companyId: caller.companyId, identifiers, at: momentOf(request) };
  const [client, found] = await Promise.all([
    clients.find(caller.clientId),
    findUserBookings(query, { users, bookings }),
  ]);
  authorizeCaller(client, caller, 'checkin');
  if (!found) throw new ServiceError('user_not_found', 'no such user in the company');
  return found;
};

/**
 * Checks a user in to every booking that is open at the requested time, and writes a log entry, even if the check-in fails. All
 * reads run in parallel, then all writes: two sequential round trips by `id`, three by `uid` or `email`, one more with an
 * Idempotency-Key.
 * @param known check-ins found by earlier swipes of the user in the batch
 * @throws ServiceError `token_invalid`, `insufficient_scope`, `user_not_found`, `idempotency_key_reused`,
 * `dependency_unavailable`
 * @example
 * const { checkinCount } = await checkInUser(request, dependencies); // 2: the desk and the parking place
 */
export const checkInUser = async (
  request: CheckinRequest,
  dependencies: CheckinDependencies,
  known: KnownCheckins = new Map(),
): Promise<CheckinResult> => {
  const progress = startProgress(request);
  try {
    const found = await findAuthorized(request, dependencies);
    progress.userId = found.user.userId;
    return await perform(request, found, dependencies, known, progress);
  } catch (error) {
    const entry = toFailureEntry(request, progress, error);
    if (entry) await dependencies.logWriter.finish(entry);
    throw error;
  }
};

/**
 * A dry run: writes and logs nothing.
 * @throws ServiceError `token_invalid`, `insufficient_scope`, `user_not_found`, `dependency_unavailable`
 */
export const tryCheckin = async (
  request: CheckinRequest,
  stores: Omit<CheckinStores, 'attempts'>,
): Promise<Explanation> => explainBookings(await findAuthorized(request, stores), momentOf(request), stores.bookings);
