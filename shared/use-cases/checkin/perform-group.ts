import type {
  BookingCheckins,
  BookingOutcome,
  BookingRef,
  CheckInBookings,
  CheckinRecord,
  RepeatedRequest,
} from '../../domain/booking.ts';
import type { BeginAttempts, CheckinAttempt } from '../../domain/checkin-attempt.ts';
import type { UserRef, UserStore } from '../../domain/user.ts';
import { isRepeatOf, refuseOtherSwipe, toAttempt, toAttemptKey, toRecord, toRepeated } from './attempt.ts';
import { checkInInOrder } from './check-in-in-order.ts';
import { toLogged, type Progress } from './checkin-entry.ts';
import type { CheckinRequest } from './checkin-request.ts';
import { conclude } from './checkin-result.ts';
import { findBatchBookings } from './find-batch-bookings.ts';
import type { OpenBookings } from './find-user-bookings.ts';

export interface GroupDependencies {
  readonly users: Pick<UserStore, 'findAll'>;
  readonly bookings: Pick<BookingCheckins, 'findAll' | 'findOpen' | 'findOverlapping'>;
  readonly checkInBookings: CheckInBookings;
  readonly beginAttempts: BeginAttempts;
}

/** An item, its user and its progress. */
export interface Item {
  /** The user whom one of its identifiers belongs to; the other identifiers are not checked yet. */
  readonly userId: number | undefined;
  readonly request: CheckinRequest & Required<Pick<CheckinRequest, 'at' | 'idempotencyKey'>>;
  readonly progress: Progress;
}

/** An item whose attempt is recorded. */
interface ItemWithAttempt extends Omit<Item, 'userId'>, RepeatedRequest {
  readonly user: UserRef;
  readonly open: readonly string[];
  readonly record: CheckinRecord;
}

export type Settled<Value> = PromiseSettledResult<Value>;

/** Runs a step for all items that have not failed; the others keep their error. */
const proceed = async <From, To>(
  all: readonly Settled<From>[],
  step: (values: From[]) => Promise<readonly Settled<To>[]>,
): Promise<Settled<To>[]> => {
  const values = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const results = (await step(values)).values();
  return all.map((one) => (one.status === 'fulfilled' ? (results.next().value as Settled<To>) : one));
};

const find = async (
  items: readonly Item[],
  companyId: string,
  stores: GroupDependencies,
): Promise<Settled<Item & OpenBookings>[]> => {
  const queries = items.map(({ userId, request: { identifiers, at } }) => ({ userId, identifiers, at }));
  const found = await findBatchBookings(queries, companyId, stores);
  return found.map((one, index) => {
    const item = items[index] as Item;
    if (one.status === 'rejected') return one;
    item.progress.userId = one.value.user.userId;
    return { status: 'fulfilled', value: { ...item, ...one.value } };
  });
};

/**
 * Combines an item with its recorded attempt.
 * @throws ServiceError `idempotency_key_reused`
 */
const withAttempt = async (
  { request, progress, user, open }: Item & OpenBookings,
  attempt: CheckinAttempt,
  bookings: GroupDependencies['bookings'],
): Promise<ItemWithAttempt> => {
  refuseOtherSwipe(attempt, request);
  const isRepeat = isRepeatOf(attempt, request);
  Object.assign(progress, { at: attempt.at, isRepeat });
  const openFirst = isRepeat ? (attempt.open ?? (await bookings.findOpen(user, attempt.at))) : open;
  return {
    request,
    progress,
    user,
    open: openFirst,
    record: toRecord(request, attempt),
    ...toRepeated(attempt, request),
  };
};

/** Records all attempts of the group before it checks in any booking, so that a repeat of any item can complete this batch. */
const begin = async (
  items: readonly (Item & OpenBookings)[],
  { beginAttempts, bookings }: GroupDependencies,
): Promise<Settled<ItemWithAttempt>[]> => {
  const attempts = await beginAttempts(
    items.map(({ request, user, open }) => ({
      key: toAttemptKey(request, user),
      attempt: toAttempt(request, open),
    })),
  );
  const recorded = items.map(async (item, index) => {
    const attempt = attempts[index] as Settled<CheckinAttempt>;
    if (attempt.status === 'rejected') throw attempt.reason;
    return withAttempt(item, attempt.value, bookings);
  });
  return Promise.allSettled(recorded);
};

type FindDone = (ref: BookingRef) => CheckinRecord | undefined;

const toKey = ({ user, bookingId }: BookingRef): string => JSON.stringify([user.userId, bookingId]);

/** Reads which open bookings are checked in already and need no write. If the read fails, all open bookings are written. */
const readDone = async (
  found: readonly Settled<OpenBookings>[],
  { bookings }: GroupDependencies,
): Promise<FindDone> => {
  const refs = found.flatMap((one) =>
    one.status === 'fulfilled' ? one.value.open.map((bookingId) => ({ user: one.value.user, bookingId })) : [],
  );
  const distinct = new Map(refs.map((ref) => [toKey(ref), ref]));
  const read = await bookings.findAll([...distinct.values()]).catch(() => []);
  const records = new Map(read.map((booking) => [toKey(booking), booking.checkin]));
  return (ref) => records.get(toKey(ref));
};

/** The result of an item and its log entry. */
export type Concluded = ReturnType<typeof conclude>;

const perform = async (
  items: readonly ItemWithAttempt[],
  findDone: FindDone,
  { checkInBookings }: GroupDependencies,
): Promise<Settled<Concluded>[]> => {
  const inOrder = items.toSorted((one, other) => one.request.at - other.request.at);
  const outcomes = await checkInInOrder(inOrder, findDone, checkInBookings);
  const byItem = new Map(inOrder.map((item, index) => [item, outcomes[index]]));
  const concluded = items.map(async (item): Promise<Concluded> => {
    const { request, progress, open, record } = item;
    const settled = byItem.get(item) as Settled<BookingOutcome>[];
    for (const [index, one] of settled.entries())
      if (one.status === 'fulfilled') progress.bookings.push(toLogged(open[index] as string, one.value, record));
    return conclude(request, progress, { open, record, outcomes: await Promise.all(settled.map(unwrap)) });
  });
  return Promise.allSettled(concluded);
};

const unwrap = async <Value>(settled: Settled<Value>): Promise<Value> => {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
};

/**
 * Performs some items of a batch, with all items of each of their users. Each step handles them together: read the users and their
 * bookings; record the attempts and read existing check-ins; write the bookings.
 * @param authorized nothing is written before it resolves
 */
export const performGroup = async (
  items: readonly Item[],
  companyId: string,
  authorized: Promise<void>,
  dependencies: GroupDependencies,
): Promise<Settled<Concluded>[]> => {
  const found = await find(items, companyId, dependencies);
  await authorized;
  const [recorded, findDone] = await Promise.all([
    proceed(found, (some) => begin(some, dependencies)),
    readDone(found, dependencies),
  ]);
  return proceed(recorded, (some) => perform(some, findDone, dependencies));
};
