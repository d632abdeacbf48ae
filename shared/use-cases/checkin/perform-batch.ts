import type { ApiClientStore } from '../../domain/api-client.ts';
import type { CheckinEntry, CheckinLog } from '../../domain/activity-log.ts';
import { authorizeCaller } from '../../domain/authorize-caller.ts';
import type {
  BookingCheckins,
  BookingRef,
  CheckInBookings,
  CheckinRecord,
  RepeatedRequest,
} from '../../domain/booking.ts';
import type { BeginAttempts, CheckinAttempt } from '../../domain/checkin-attempt.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Caller } from '../../domain/tokens.ts';
import type { UserRef, UserStore } from '../../domain/user.ts';
import { isRepeatOf, refuseOtherSwipe, toAttempt, toAttemptKey, toRecord, toRepeated } from './attempt.ts';
import { checkInInOrder } from './check-in-in-order.ts';
import { startProgress, toFailureEntry, toLogged, type Progress } from './checkin-entry.ts';
import type { CheckinCommand, CheckinRequest } from './checkin-request.ts';
import { conclude, type CheckinResult } from './checkin-result.ts';
import { findBatchBookings } from './find-batch-bookings.ts';
import type { UserBookings } from './find-user-bookings.ts';
import { writeEntries, type OnLogFailed } from './log-writer.ts';

/** One check-in of a batch. Its `key` has the role of the Idempotency-Key, and its moment is required. */
export type BatchItem = Omit<CheckinCommand, 'details'> & Required<Pick<CheckinCommand, 'at' | 'idempotencyKey'>>;

export interface BatchRequest {
  readonly items: readonly BatchItem[];
  readonly caller: Caller;
  readonly requestId: string;
  readonly receivedAt: Instant;
}

/** The result of one item. */
export type BatchOutcome = { readonly result: CheckinResult } | { readonly error: unknown };

export interface BatchDependencies {
  readonly clients: ApiClientStore;
  readonly users: Pick<UserStore, 'findIds' | 'findAll'>;
  readonly bookings: Pick<BookingCheckins, 'findAll' | 'findOpen' | 'findOverlapping'>;
  readonly checkInBookings: CheckInBookings;
  readonly beginAttempts: BeginAttempts;
  readonly activityLog: CheckinLog;
  readonly onLogFailed: OnLogFailed;
}

/** An item and its progress. */
interface Item {
  readonly request: CheckinRequest & Required<Pick<CheckinRequest, 'at' | 'idempotencyKey'>>;
  readonly progress: Progress;
}

/** An item whose attempt is recorded. */
interface BegunItem extends Item, RepeatedRequest {
  readonly user: UserRef;
  readonly open: readonly string[];
  readonly record: CheckinRecord;
}

type Settled<Value> = PromiseSettledResult<Value>;

/** Runs a step for all items that have not failed; the others keep their error. */
const proceed = async <From, To>(
  all: readonly Settled<From>[],
  step: (values: From[]) => Promise<readonly Settled<To>[]>,
): Promise<Settled<To>[]> => {
  const values = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const results = values.length > 0 ? (await step(values)).values() : [].values();
  return all.map((one) => (one.status === 'fulfilled' ? (results.next().value as Settled<To>) : one));
};

const find = async (
  items: readonly Item[],
  companyId: string,
  stores: BatchDependencies,
): Promise<Settled<Item & UserBookings>[]> => {
  const queries = items.map(({ request: { identifiers, at } }) => ({ identifiers, at }));
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
const toBegun = async (
  { request, progress, user, open }: Item & UserBookings,
  attempt: CheckinAttempt,
  bookings: BatchDependencies['bookings'],
): Promise<BegunItem> => {
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

/** Records all attempts before the first booking is checked in, so that a repeat of any item finishes what this batch began. */
const begin = async (
  items: readonly (Item & UserBookings)[],
  { beginAttempts, bookings }: BatchDependencies,
): Promise<Settled<BegunItem>[]> => {
  const attempts = await beginAttempts(
    items.map(({ request, user, open }) => ({
      key: toAttemptKey(request, user),
      attempt: toAttempt(request, open),
    })),
  );
  const begun = items.map(async (item, index) => {
    const attempt = attempts[index] as Settled<CheckinAttempt>;
    if (attempt.status === 'rejected') throw attempt.reason;
    return toBegun(item, attempt.value, bookings);
  });
  return Promise.allSettled(begun);
};

type FindDone = (ref: BookingRef) => CheckinRecord | undefined;

const toKey = ({ user, bookingId }: BookingRef): string => JSON.stringify([user.userId, bookingId]);

/** Reads which open bookings are checked in already and need no write. If the read fails, the writes find that out. */
const readDone = async (
  found: readonly Settled<UserBookings>[],
  { bookings }: BatchDependencies,
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
type Concluded = ReturnType<typeof conclude>;

const perform = async (
  items: readonly BegunItem[],
  findDone: FindDone,
  { checkInBookings }: BatchDependencies,
): Promise<Settled<Concluded>[]> => {
  const inOrder = items.toSorted((one, other) => one.request.at - other.request.at);
  const outcomes = await checkInInOrder(inOrder, findDone, checkInBookings);
  const byItem = new Map(inOrder.map((item, index) => [item, outcomes[index] ?? []]));
  const concluded = items.map(async (item): Promise<Concluded> => {
    const { request, progress, open, record } = item;
    const settled = byItem.get(item) ?? [];
    for (const [index, one] of settled.entries())
      if (one.status === 'fulfilled') progress.bookings.push(toLogged(open[index] as string, one.value, record));
    return conclude(request, progress, { open, record, outcomes: await Promise.all(settled.map(unsettle)) });
  });
  return Promise.allSettled(concluded);
};

const unsettle = async <Value>(settled: Settled<Value>): Promise<Value> => {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
};

/**
 * Performs the check-ins of a reader that was offline; those of one user in the order of their moments. Each step handles all
 * items together: read the client, the users and their bookings; record the attempts and read existing check-ins; write the
 * bookings; write the log entries.
 * @returns the result of each item, in the order in which they were sent
 * @throws ServiceError `token_invalid`, `insufficient_scope`, or `dependency_unavailable` if the client cannot be read
 */
export const checkInBatch = async (
  { items, caller, requestId, receivedAt }: BatchRequest,
  dependencies: BatchDependencies,
): Promise<BatchOutcome[]> => {
  const all = items.map((item, index): Item => {
    const request = { ...item, caller, requestId: `${requestId}.${index + 1}`, receivedAt };
    return { request, progress: startProgress(request) };
  });
  const finding = find(all, caller.companyId, dependencies);
  authorizeCaller(await dependencies.clients.find(caller.clientId), caller, 'checkin');
  const found = await finding;
  const [begun, findDone] = await Promise.all([
    proceed(found, (some) => begin(some, dependencies)),
    readDone(found, dependencies),
  ]);
  const concluded = await proceed(begun, (some) => perform(some, findDone, dependencies));
  const entries = concluded.map((one, index): CheckinEntry | undefined => {
    const { request, progress } = all[index] as Item;
    return one.status === 'fulfilled' ? one.value.entry : toFailureEntry(request, progress, one.reason);
  });
  const left = entries.filter((entry) => entry !== undefined);
  await writeEntries(dependencies.activityLog, left, dependencies.onLogFailed);
  return concluded.map((one) => (one.status === 'fulfilled' ? { result: one.value.result } : { error: one.reason }));
};
