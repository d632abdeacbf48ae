import pMap from 'p-map';
import type {
  Booking,
  BookingCheckins,
  BookingOutcome,
  CheckedInBooking,
  CheckinRecord,
} from '../../domain/booking.ts';
import {
  isOtherSwipe,
  type CheckinAttempt,
  type CheckinAttemptStore,
  checkinCode,
  isOwn,
  tally,
  type CheckinOutcome,
} from '../../domain/checkin.ts';
import type { Instant } from '../../domain/instant.ts';
import { ServiceError } from '../../domain/service-error.ts';
import type { UserRef } from '../../domain/user.ts';
import type { CheckinRequest, ReceivedRequest, RejectedCheckin } from './checkin-request.ts';
import { defined } from '../../rules/plain-values.ts';
import type { ClientAccessReader } from '../../domain/api-client.ts';
import { authorize, authorizeCaller } from '../../domain/authorize-caller.ts';
import type { OpenLoggedBooking } from '../../domain/logs.ts';
import {
  startEntry,
  toAnsweredEntry,
  toLogged,
  toRejectedEntry,
  writeFailure,
  type LogWriter,
  type EntrySoFar,
} from './checkin-log.ts';
import { belongToDifferentPeople } from '../users/look-up-user.ts';
import {
  explainBookings,
  findNear,
  findUserBookings,
  readOthers,
  type Explanation,
  type NearBookingsStores,
  type UserBookings,
} from './find-bookings.ts';
import { explainPerformed, openOf, type CheckinDetails, type NearBookings } from './near-bookings.ts';

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

export interface CheckinResult extends CheckinOutcome {
  /** The time for which the request was evaluated. */
  readonly at: Instant;
  /** True if the request is a retry and did nothing new. */
  readonly isRepeated: boolean;
  /** Present if the request asked for details. */
  readonly details?: CheckinDetails | undefined;
}

/** Bookings, by id, that are known to be checked in and need no write. The swipes of one user in a batch share this map. */
export type EarlierCheckins = Map<string, CheckedInBooking>;

/** The maximum number of bookings that are updated in parallel. The SDK has 50 connections. */
const UPDATES_AT_ONCE = 50;

/** What a request checks in, and in which record. A retry continues what the first request began. */
interface Swipe {
  readonly user: UserRef;
  readonly record: CheckinRecord;
  readonly isRetried: boolean;
  /** When the first request was received, if this one is a retry. */
  readonly firstReceivedAt: Instant | undefined;
  /** The ids of the bookings that are open at the time of the record. */
  readonly open: readonly string[];
  /** Returns the bookings near the time of the record. */
  readonly findNear: () => Promise<NearBookings>;
}

/**
 * Returns the attempt of this request, or of the request that it retries.
 * @throws ServiceError `idempotency_key_reused`
 */
const beginAttempt = async (
  request: CheckinRequest,
  { user, near }: UserBookings,
  attempts: CheckinAttemptStore,
): Promise<CheckinAttempt> => {
  const { requestId: checkinId, receivedAt, at, notify, idempotencyKey } = request;
  const isDated = request.isDated || undefined;
  const own = defined({ checkinId, at, receivedAt, notify, isDated, open: openOf(near) });
  if (idempotencyKey === undefined) return own;
  const first = await attempts.begin({ clientId: request.caller.clientId, idempotencyKey, user }, own);
  if (isRetry(request, first) && isOtherSwipe(first, own))
    throw new ServiceError('idempotency_key_reused', 'the key belongs to a check-in at another moment');
  return first;
};

const begin = async (
  request: CheckinRequest,
  found: UserBookings,
  { attempts, bookings }: CheckinDependencies,
): Promise<Swipe> => {
  const { user, near } = found;
  const attempt = await beginAttempt(request, found, attempts);
  const isRetried = isRetry(request, attempt);
  const record = toRecord(request, attempt);
  // A retry is evaluated for the time of the first attempt, which can be far from the retry's own time.
  const findNearRecord = async (): Promise<NearBookings> =>
    record.at === request.at ? near : findNear(user, record.at, bookings);
  // A retry takes what the first attempt stored as open, unless the list was too long.
  const open = isRetried ? (attempt.open ?? openOf(await findNearRecord())) : openOf(near);
  return {
    user,
    record,
    isRetried,
    firstReceivedAt: isRetried ? attempt.receivedAt : undefined,
    open,
    findNear: findNearRecord,
  };
};

/**
 * Reads which of many bookings are checked in, a hundred per call. A rejected write takes as long as a successful one, so the
 * retry of an interrupted check-in would otherwise spend its time on bookings that are already checked in.
 */
const readManyCheckins = async (
  { user, open }: Swipe,
  bookings: BookingCheckins,
  checkedIn: EarlierCheckins,
): Promise<void> => {
  if (open.length <= UPDATES_AT_ONCE) return;
  for (const { checkin, ...booking } of await bookings.find(user, open))
    if (checkin) checkedIn.set(booking.bookingId, { ...booking, checkin });
};

const checkInAll = (
  { user, open, record, firstReceivedAt }: Swipe,
  bookings: BookingCheckins,
  checkedIn: EarlierCheckins,
  soFar: EntrySoFar,
): Promise<BookingOutcome[]> => {
  const checkInOne = async (bookingId: string): Promise<BookingOutcome> => {
    const earlier = checkedIn.get(bookingId);
    const outcome: BookingOutcome = earlier
      ? { kind: 'already-checked-in', booking: earlier }
      : await bookings.checkIn(user, bookingId, record, firstReceivedAt);
    if (outcome.kind !== 'closed') checkedIn.set(bookingId, outcome.booking);
    soFar.bookings.push(toLogged(bookingId, outcome, record));
    return outcome;
  };
  return pMap(open, checkInOne, { concurrency: UPDATES_AT_ONCE });
};

/** Returns the results to expect if no booking has changed since it was read. */
const toExpected = ({ open, record }: Swipe, checkedIn: EarlierCheckins): OpenLoggedBooking[] =>
  open.map((bookingId) => {
    const earlier = checkedIn.get(bookingId);
    const hasOtherCheckin = earlier && !isOwn(earlier.checkin, record);
    return { bookingId, result: hasOtherCheckin ? 'already_checked_in' : 'checked_in' };
  });

/** @param others the bookings that `details` lists besides the open ones; undefined without `details` */
const toResult = (
  { record, isRetried }: Swipe,
  outcomes: readonly BookingOutcome[],
  logged: readonly OpenLoggedBooking[],
  others: readonly Booking[] | undefined,
): CheckinResult => {
  const isRepeated = isRetried && outcomes.every(({ kind }) => kind !== 'checked-in');
  const result = { at: record.at, ...tally(outcomes, record), isRepeated };
  if (!others) return result;
  const written = outcomes.map(({ booking }) => booking).filter((booking) => booking !== undefined);
  return { ...result, details: explainPerformed(result, [...written, ...others], logged) };
};

const findAuthorized = async (
  request: CheckinRequest,
  { clients, users, bookings }: CheckinStores,
  soFar: Pick<EntrySoFar, 'userId'> = {},
): Promise<UserBookings> => {
  const { caller, identifiers } = request;
  const noteUser = (userId: number | undefined): void => {
    soFar.userId = userId;
  };
  const query = { companyId: caller.companyId, identifiers, at: request.at };
  const [client, found] = await Promise.all([
    clients.find(caller.clientId),
    findUserBookings(query, { users, bookings }, noteUser),
  ]);
  authorizeCaller(client, caller, 'checkin');
  if (found) return found;
  noteUser(undefined);
  throw new ServiceError('user_not_found', 'no such user in the company', {
    belongToDifferentPeople: await belongToDifferentPeople(users, caller.companyId, identifiers),
  });
};

/** @param soFar is kept up to date, for the log entry of a failure */
const perform = async (
  request: CheckinRequest,
  dependencies: CheckinDependencies,
  checkedIn: EarlierCheckins,
  soFar: EntrySoFar,
): Promise<CheckinResult> => {
  const { bookings, logWriter } = dependencies;
  const found = await findAuthorized(request, dependencies, soFar);
  const swipe = await begin(request, found, dependencies);
  const { user, open, record } = swipe;
  Object.assign(soFar, { at: record.at, isRetried: swipe.isRetried });

  await readManyCheckins(swipe, bookings, checkedIn);
  if (open.length > 0) logWriter.writeExpected(toAnsweredEntry(request, soFar, toExpected(swipe, checkedIn)));
  const [outcomes, others] = await Promise.all([
    checkInAll(swipe, bookings, checkedIn, soFar),
    request.details ? swipe.findNear().then((near) => readOthers(user, near, open, bookings)) : undefined,
  ]);

  const logged = outcomes.map((outcome, index) => toLogged(open[index] as string, outcome, record));
  const isNothingOpen = checkinCode(tally(outcomes, record)) === 'nothing_open';
  const near = isNothingOpen ? await swipe.findNear() : undefined;
  await logWriter.writeFinal(toAnsweredEntry(request, soFar, logged, near));

  return toResult(swipe, outcomes, logged, others);
};

/**
 * Checks a user in to every booking that is open at the requested time, and writes a log entry, even if the check-in fails. All
 * reads run in parallel, then all writes: two sequential round trips by `id`, three by `uid` or `email`, one more with an
 * Idempotency-Key.
 * @param checkedIn check-ins found by earlier swipes of the user in the batch
 * @throws ServiceError `token_invalid`, `insufficient_scope`, `user_not_found`, `idempotency_key_reused`,
 * `dependency_unavailable`
 * @example
 * const { checkinCount } = await checkInUser(request, dependencies); // 2: the desk and the parking place
 */
export const checkInUser = async (
  request: CheckinRequest,
  dependencies: CheckinDependencies,
  checkedIn: EarlierCheckins = new Map(),
): Promise<CheckinResult> => {
  const soFar = startEntry(request);
  try {
    return await perform(request, dependencies, checkedIn, soFar);
  } catch (error) {
    await writeFailure(request, soFar, error, dependencies.logWriter);
    throw error;
  }
};

/**
 * Authorises the caller of an invalid request, who otherwise must not learn what is wrong with it. Logs the request if it was
 * rejected because of its identifiers alone.
 * @throws ServiceError `token_invalid`, `insufficient_scope`, `dependency_unavailable`
 */
export const logRejected = async (
  request: ReceivedRequest,
  rejected: RejectedCheckin | undefined,
  { clients, logWriter }: Pick<CheckinDependencies, 'clients' | 'logWriter'>,
): Promise<void> => {
  await authorize(clients, request.caller, 'checkin');
  if (rejected) await logWriter.writeFinal(toRejectedEntry(request, rejected));
};

/**
 * A dry run: writes and logs nothing.
 * @throws ServiceError `token_invalid`, `insufficient_scope`, `user_not_found`, `dependency_unavailable`
 */
export const tryCheckin = async (request: CheckinRequest, stores: CheckinStores): Promise<Explanation> =>
  explainBookings(await findAuthorized(request, stores), request.at, stores.bookings);
