import pMap from 'p-map';
import type { ApiClientStore } from '../../domain/api-client.ts';
import { authorizeCaller } from '../../domain/authorize-caller.ts';
import type { BookingOutcome, CheckinRecord, BookingStore } from '../../domain/booking.ts';
import { tally, type CheckinOutcome } from '../../domain/checkin.ts';
import type { CheckinAttempt, CheckinAttemptStore } from '../../domain/checkin-attempt.ts';
import type { Instant } from '../../domain/instant.ts';
import { ServiceError } from '../../domain/service-error.ts';
import type { Caller } from '../../domain/tokens.ts';
import { isNamedBy, type Identifiers, type UserRef, type UserStore } from '../../domain/user.ts';

export interface CheckinStores {
  readonly clients: ApiClientStore;
  readonly users: UserStore;
  readonly bookings: BookingStore;
  readonly attempts: CheckinAttemptStore;
}

/** What a check-in request asks for. */
export interface CheckinCommand {
  readonly identifiers: Identifiers;
  /** Where the request names no moment, the one at which it came counts. */
  readonly at?: Instant;
  readonly notify: boolean;
  readonly idempotencyKey?: string;
}

/** A check-in as it was asked for: what, by whom, when and in which request. */
export interface CheckinRequest extends CheckinCommand {
  readonly caller: Caller;
  readonly requestId: string;
  readonly receivedAt: Instant;
}

/** What a check-in came to, and the moment it was judged at. */
export interface CheckinResult extends CheckinOutcome, Pick<CheckinAttempt, 'at'> {
  /** Whether it had all been done before, by the request that this one repeats. */
  readonly isRepeated: boolean;
}

/** A user, and what is open at the moment asked for. */
interface OpenBookings {
  readonly user: UserRef;
  readonly open: readonly string[];
}

/** As many as the SDK keeps connections; more would only wait for one. */
const UPDATES_AT_ONCE = 50;

const momentOf = ({ at, receivedAt }: CheckinRequest): Instant => at ?? receivedAt;

/** One identifier finds the user; the others must then be that user's. */
const findOpenBookings = async (
  request: CheckinRequest,
  { users, bookings }: CheckinStores,
): Promise<OpenBookings | undefined> => {
  const { identifiers, caller } = request;
  const { id, uid, email = '' } = identifiers;
  const userId = id ?? (await users.findId(caller.companyId, uid === undefined ? { email } : { uid }));
  if (userId === undefined) return undefined;
  const ref = { companyId: caller.companyId, userId };
  const [user, open] = await Promise.all([users.find(ref), bookings.findOpen(ref, momentOf(request))]);
  return user && isNamedBy(user, identifiers) ? { user: ref, open } : undefined;
};

/** The attempt that this request is, or that it repeats. */
const begin = async (
  request: CheckinRequest,
  { user, open }: OpenBookings,
  attempts: CheckinAttemptStore,
): Promise<CheckinAttempt> => {
  const { requestId, receivedAt, notify, caller, idempotencyKey } = request;
  const own = { checkinId: requestId, at: momentOf(request), receivedAt, notify, open };
  if (idempotencyKey === undefined) return own;
  return attempts.begin({ clientId: caller.clientId, idempotencyKey, user }, own);
};

const toRecord = (request: CheckinRequest, { checkinId, at, notify }: CheckinAttempt): CheckinRecord => ({
  at,
  receivedAt: request.receivedAt,
  clientId: request.caller.clientId,
  requestId: request.requestId,
  checkinId,
  notify,
  ...(request.idempotencyKey !== undefined && { idempotencyKey: request.idempotencyKey }),
});

/**
 * What need not be written, read beforehand where there is more than one wave of writes, a hundred bookings to a call. A
 * write that finds its booking checked in costs as much as one that checks it in: without this, a check-in that was cut
 * short would spend its next attempt on what the first one did.
 */
const findDone = async (user: UserRef, open: readonly string[], bookings: BookingStore) => {
  const found = open.length > UPDATES_AT_ONCE ? await bookings.find(user, open) : [];
  return new Map(found.map(({ bookingId, checkin }) => [bookingId, checkin]));
};

const checkInAll = (
  user: UserRef,
  open: readonly string[],
  record: CheckinRecord,
  bookings: BookingStore,
  done: ReadonlyMap<string, CheckinRecord | undefined>,
): Promise<BookingOutcome[]> => {
  const checkInOne = async (bookingId: string): Promise<BookingOutcome> => {
    const earlier = done.get(bookingId);
    return earlier ? { kind: 'already-checked-in', record: earlier } : bookings.checkIn(user, bookingId, record);
  };
  return pMap(open, checkInOne, { concurrency: UPDATES_AT_ONCE });
};

const perform = async (
  request: CheckinRequest,
  prospect: OpenBookings,
  stores: CheckinStores,
): Promise<CheckinResult> => {
  const { user } = prospect;
  const { bookings, attempts } = stores;
  const attempt = await begin(request, prospect, attempts);
  const isRepeat = attempt.checkinId !== request.requestId;
  const open = isRepeat ? (attempt.open ?? (await bookings.findOpen(user, attempt.at))) : prospect.open;
  const done = await findDone(user, open, bookings);
  const record = toRecord(request, attempt);
  const outcomes = await checkInAll(user, open, record, bookings, done);
  const isRepeated = isRepeat && outcomes.every(({ kind }) => kind !== 'checked-in');
  return { at: attempt.at, ...tally(outcomes, record), isRepeated };
};

/**
 * Checks a user in on every booking that is open at the moment asked for. Two round trips to the database one after the
 * other by `id`, three by `uid` or `email`: everything is read side by side, then everything is written side by side. An
 * Idempotency-Key costs one more, in which is written down what the request and its repeats are about.
 * @throws ServiceError `token_invalid`, `insufficient_scope`, `user_not_found`, `dependency_unavailable`
 */
export const checkInUser = async (request: CheckinRequest, stores: CheckinStores): Promise<CheckinResult> => {
  const { caller } = request;
  const [client, prospect] = await Promise.all([
    stores.clients.find(caller.clientId),
    findOpenBookings(request, stores),
  ]);
  authorizeCaller(client, caller, 'checkin');
  if (!prospect) throw new ServiceError('user_not_found', 'no such user in the company');
  return perform(request, prospect, stores);
};
