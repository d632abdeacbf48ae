import pMap from 'p-map';
import { mayAct } from '../../shared/domain/api-client.ts';
import type { ApiClientStore } from '../../shared/domain/api-client-store.ts';
import type { BookingOutcome, CheckinRecord } from '../../shared/domain/booking.ts';
import type { BookingStore } from '../../shared/domain/booking-store.ts';
import { tally, type CheckinOutcome } from '../../shared/domain/checkin.ts';
import type { AttemptKey, CheckinAttempt, CheckinAttemptStore } from '../../shared/domain/checkin-attempt.ts';
import type { Instant } from '../../shared/domain/instant.ts';
import { ServiceError } from '../../shared/domain/service-error.ts';
import type { Bearer } from '../../shared/domain/tokens.ts';
import { isNamedBy, type UserRef } from '../../shared/domain/user.ts';
import type { UserStore } from '../../shared/domain/user-store.ts';
import type { CheckinCommand } from './request.ts';

export interface CheckinStores {
  readonly clients: ApiClientStore;
  readonly users: UserStore;
  readonly bookings: BookingStore;
  readonly attempts: CheckinAttemptStore;
}

/** A check-in as it was asked for: what, by whom, when and in which request. */
export interface CheckinRequest extends CheckinCommand {
  readonly bearer: Bearer;
  readonly requestId: string;
  readonly receivedAt: Instant;
}

/** What a check-in came to, and the moment it was judged at. */
export interface CheckinResult extends CheckinOutcome, Pick<CheckinAttempt, 'at'> {
  /** Whether it had all been done before, and this is the answer of then. */
  readonly isRepeated: boolean;
}

/** A user, the attempt that this request is or repeats, and what is open at the attempt's moment. */
interface Prospect {
  readonly user: UserRef;
  readonly key: AttemptKey | undefined;
  readonly attempt: CheckinAttempt;
  readonly open: readonly string[];
}

/** What one identifier led to, and whether that is the user whom all of them name. */
interface Found {
  readonly prospect?: Prospect;
  readonly isNamed: boolean;
}

/** As many as the SDK keeps connections; more would only wait for one. */
const UPDATES_AT_ONCE = 50;

const toAttempt = ({ requestId, receivedAt, at = receivedAt, notify }: CheckinRequest): CheckinAttempt => ({
  checkinId: requestId,
  at,
  receivedAt,
  notify,
});

/** Side by side for a first attempt, which nearly all are; a repeat looks again, at the moment of the first. */
const look = async (request: CheckinRequest, user: UserRef, stores: CheckinStores): Promise<Prospect> => {
  const { bookings, attempts } = stores;
  const { bearer, idempotencyKey } = request;
  const own = toAttempt(request);
  const key = idempotencyKey === undefined ? undefined : { clientId: bearer.clientId, idempotencyKey, user };
  const [open, attempt] = await Promise.all([bookings.findOpen(user, own.at), key ? attempts.begin(key, own) : own]);
  const isUpToDate = attempt.at === own.at || attempt.outcome !== undefined;
  return { user, key, attempt, open: isUpToDate ? open : await bookings.findOpen(user, attempt.at) };
};

/** One identifier finds the user; the others must then be that user's. */
const findProspect = async (request: CheckinRequest, stores: CheckinStores): Promise<Found> => {
  const { identifiers, bearer } = request;
  const { id, uid, email = '' } = identifiers;
  const userId = id ?? (await stores.users.findId(bearer.companyId, uid === undefined ? { email } : { uid }));
  if (userId === undefined) return { isNamed: false };
  const ref = { companyId: bearer.companyId, userId };
  const [user, prospect] = await Promise.all([stores.users.find(ref), look(request, ref, stores)]);
  return { prospect, isNamed: user !== undefined && isNamedBy(user, identifiers) };
};

const toRecord = (request: CheckinRequest, { checkinId, at, notify }: CheckinAttempt): CheckinRecord => ({
  at,
  receivedAt: request.receivedAt,
  clientId: request.bearer.clientId,
  requestId: request.requestId,
  checkinId,
  notify,
  ...(request.idempotencyKey !== undefined && { idempotencyKey: request.idempotencyKey }),
});

/**
 * Where there are too many for one wave of writes, those that are done are read first, a hundred to a call: a repeat of a
 * request that was cut goes on where it was, instead of having the database refuse the same writes again.
 */
const findDone = async (user: UserRef, open: readonly string[], { bookings }: CheckinStores) => {
  const found = open.length > UPDATES_AT_ONCE ? await bookings.find(user, open) : [];
  return new Map(found.map(({ bookingId, checkin }) => [bookingId, checkin]));
};

const perform = async (request: CheckinRequest, prospect: Prospect, stores: CheckinStores): Promise<CheckinOutcome> => {
  const { user, key, attempt, open } = prospect;
  const record = toRecord(request, attempt);
  const done = await findDone(user, open, stores);
  const checkInOne = async (bookingId: string): Promise<BookingOutcome> => {
    const earlier = done.get(bookingId);
    if (earlier) return { kind: 'already-checked-in', record: earlier };
    return stores.bookings.checkIn(user, bookingId, record);
  };
  const outcome = tally(await pMap(open, checkInOne, { concurrency: UPDATES_AT_ONCE }), record);
  if (key) await stores.attempts.settle(key, outcome);
  return outcome;
};

/** Lets go of the attempt, which was recorded before it was known that there is nothing to attempt. */
const refuse = async (
  error: ServiceError,
  { prospect }: Found,
  request: CheckinRequest,
  stores: CheckinStores,
): Promise<never> => {
  if (prospect?.key) await stores.attempts.forget(prospect.key, request.requestId);
  throw error;
};

/**
 * Checks a user in on every booking that is open at the moment asked for. Two round trips to the database one after the
 * other by `id`, three by `uid` or `email`: everything is read side by side, then everything is written side by side. An
 * Idempotency-Key costs one more, in which the answer is kept for those who repeat the request, and more than fifty bookings
 * another.
 * @throws ServiceError `token_invalid`, `user_not_found`, `database_unavailable`
 */
export const checkInUser = async (request: CheckinRequest, stores: CheckinStores): Promise<CheckinResult> => {
  const { bearer } = request;
  const [client, found] = await Promise.all([stores.clients.find(bearer.clientId), findProspect(request, stores)]);
  const refuseWith = (error: ServiceError) => refuse(error, found, request, stores);
  const { prospect, isNamed } = found;
  if (!mayAct(client, bearer.companyId)) {
    return refuseWith(new ServiceError('token_invalid', 'the client is disabled or gone'));
  }
  if (!prospect || !isNamed) return refuseWith(new ServiceError('user_not_found', 'no such user in the company'));
  const { at, outcome } = prospect.attempt;
  return { at, ...(outcome ?? (await perform(request, prospect, stores))), isRepeated: outcome !== undefined };
};
