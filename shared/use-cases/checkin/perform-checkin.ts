import pMap from 'p-map';
import type {
  BookingCheckins,
  BookingOutcome,
  CheckedInBooking,
  CheckinRecord,
  RepeatedRequest,
} from '../../domain/booking.ts';
import { isOtherSwipe, type CheckinAttempt, type CheckinAttemptStore } from '../../domain/checkin-attempt.ts';
import { ServiceError } from '../../domain/service-error.ts';
import type { UserRef } from '../../domain/user.ts';
import { momentOf, type CheckinRequest, type RejectedCheckin } from './checkin-request.ts';
import { defined } from '../../domain/defined.ts';
import type { ClientAccessReader } from '../../domain/api-client.ts';
import { authorizeCaller } from '../../domain/authorize-caller.ts';
import type { OpenLoggedBooking } from '../../domain/activity-log.ts';
import { checkinCode, isOwn, tally } from '../../domain/checkin.ts';
import {
  startProgress,
  toAnsweredEntry,
  toFailureEntry,
  toLogged,
  toRejectedEntry,
  type LogWriter,
  type Progress,
} from './checkin-log.ts';
import { explainBookings, explainPerformed, readOthers, type CheckinResult, type Explanation } from './explain.ts';
import { belongToDifferentPeople } from '../users/find-users.ts';
import {
  findNear,
  findUserBookings,
  openOf,
  type NearBookings,
  type NearBookingsStores,
  type UserBookings,
} from './near-bookings.ts';

/** Whether the recorded attempt belongs to an earlier request. */
const isRetry = ({ requestId }: CheckinRequest, { checkinId }: CheckinAttempt): boolean => checkinId !== requestId;

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

interface CheckinStores extends NearBookingsStores {
  readonly clients: ClientAccessReader;
  readonly bookings: BookingCheckins;
}

export interface CheckinDependencies extends CheckinStores {
  readonly attempts: CheckinAttemptStore;
  readonly logWriter: LogWriter;
}

/** Bookings, by id, that are known to be checked in and need no write. The swipes of one user in a batch share this map. */
export type KnownCheckins = Map<string, CheckedInBooking>;

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
  const { requestId: checkinId, receivedAt, at, notify, idempotencyKey } = request;
  const isDated = at === undefined ? undefined : (true as const);
  const own = defined({ checkinId, at: momentOf(request), receivedAt, notify, isDated, open: openOf(near) });
  if (idempotencyKey === undefined) return own;
  const first = await attempts.begin({ clientId: request.caller.clientId, idempotencyKey, user }, own);
  if (isRetry(request, first) && isOtherSwipe(first, at))
    throw new ServiceError('idempotency_key_reused', 'the key belongs to a check-in at another moment');
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
  const writes: Writes = { user, open, record, repeated: isRetried ? { firstReceivedAt: attempt.receivedAt } : {} };
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
  if (!request.details) return result;
  const written = outcomes.flatMap(({ booking }) => booking ?? []);
  return { ...result, details: explainPerformed(result, [...written, ...others], logged) };
};

const findAuthorized = async (
  request: CheckinRequest,
  { clients, users, bookings }: CheckinStores,
): Promise<UserBookings> => {
  const { caller, identifiers } = request;
  const query = { companyId: caller.companyId, identifiers, at: momentOf(request) };
  const [client, found] = await Promise.all([
    clients.find(caller.clientId),
    findUserBookings(query, { users, bookings }),
  ]);
  authorizeCaller(client, caller, 'checkin');
  if (found) return found;
  throw new ServiceError('user_not_found', 'no such user in the company', {
    belongToDifferentPeople: await belongToDifferentPeople(users, caller.companyId, identifiers),
  });
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
 * Logs a request that was rejected because of its identifiers alone.
 * @throws ServiceError `token_invalid`, `insufficient_scope`, `dependency_unavailable`
 */
export const logRejected = async (
  request: Pick<CheckinRequest, 'caller' | 'requestId' | 'receivedAt'>,
  rejected: RejectedCheckin,
  { clients, logWriter }: Pick<CheckinDependencies, 'clients' | 'logWriter'>,
): Promise<void> => {
  const { caller } = request;
  authorizeCaller(await clients.find(caller.clientId), caller, 'checkin');
  await logWriter.finish(toRejectedEntry(request, rejected));
};

/**
 * A dry run: writes and logs nothing.
 * @throws ServiceError `token_invalid`, `insufficient_scope`, `user_not_found`, `dependency_unavailable`
 */
export const tryCheckin = async (request: CheckinRequest, stores: CheckinStores): Promise<Explanation> =>
  explainBookings(await findAuthorized(request, stores), momentOf(request), stores.bookings);
