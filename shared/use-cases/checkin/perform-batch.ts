import pMap from 'p-map';
import type { CheckinEntry, CheckinLog } from '../../domain/activity-log.ts';
import { authorizeCaller } from '../../domain/authorize-caller.ts';
import type { BookingCheckins, CheckinRecord } from '../../domain/booking.ts';
import { containsInstant, MAX_CHECKIN_PERIOD_MILLISECONDS } from '../../domain/checkin-period.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Caller } from '../../domain/tokens.ts';
import { isNamedBy, type User, type UserStore } from '../../domain/user.ts';
import type { CheckinCommand, CheckinRequest } from './checkin-request.ts';
import type { UserBookings } from './find-user-bookings.ts';
import { makeLogCollector, writeCollected, type LogWriter, type LogWriterOptions } from './log-writer.ts';
import { checkInFound, type CheckinResult, type CheckinStores } from './perform-checkin.ts';

/** One check-in of a batch. Its key plays the Idempotency-Key, and its moment is required. */
export type BatchItem = Omit<CheckinCommand, 'details'> & Required<Pick<CheckinCommand, 'at' | 'idempotencyKey'>>;

export interface BatchRequest {
  readonly items: readonly BatchItem[];
  readonly caller: Caller;
  readonly requestId: string;
  readonly receivedAt: Instant;
}

/** What became of one item. */
export type BatchOutcome = { readonly result: CheckinResult } | { readonly error: unknown };

export interface BatchDependencies extends Omit<CheckinStores, 'users'> {
  readonly users: Pick<UserStore, 'findIds' | 'findAll'>;
  readonly activityLog: CheckinLog;
  readonly logOptions: LogWriterOptions;
}

/** An item and its place in the batch. */
interface Placed {
  readonly request: CheckinRequest & { readonly at: Instant };
  readonly index: number;
}

/** The user that each item's identifiers lead to, by the item's place. Fails if the users cannot be read. */
type FoundUsers = Promise<readonly (User | undefined)[]>;

const USERS_AT_ONCE = 50;

/** The ids that the items' identifiers lead to, by one identifier each; all uids and addresses are looked up together. */
const findUserIds = async (
  items: readonly BatchItem[],
  companyId: string,
  users: Pick<UserStore, 'findIds'>,
): Promise<(number | undefined)[]> => {
  const named = items.flatMap(({ identifiers: { id, uid, email = '' } }) =>
    id === undefined ? [uid === undefined ? { email } : { uid }] : [],
  );
  const found = named.length > 0 ? await users.findIds(companyId, named) : [];
  return items.map(({ identifiers }) => identifiers.id ?? found.shift());
};

/** A store that remembers what it has checked in, so that later items of the user need not find out by a refused write. */
const remembering = (bookings: BookingCheckins, done: Map<string, CheckinRecord>): BookingCheckins => ({
  ...bookings,
  async checkIn(user, bookingId, record, repeated) {
    const outcome = await bookings.checkIn(user, bookingId, record, repeated);
    if (outcome.kind === 'checked-in') done.set(bookingId, record);
    if (outcome.kind === 'already-checked-in') done.set(bookingId, outcome.record);
    return outcome;
  },
});

/** How the bookings that are open at a moment are found: in one query for all items of a user, if they are close together. */
const makeOpenFinder = (user: User, moments: readonly Instant[], bookings: BookingCheckins) => {
  const ref = { companyId: user.companyId, userId: user.id };
  const [first, last] = [Math.min(...moments), Math.max(...moments)];
  if (last - first > MAX_CHECKIN_PERIOD_MILLISECONDS) return (at: Instant) => bookings.findOpen(ref, at);
  const periods = bookings.findTouching(ref, first, last);
  periods.catch(() => undefined);
  return async (at: Instant) =>
    (await periods).filter((period) => containsInstant(period, at)).map(({ bookingId }) => bookingId);
};

/** The items of one user, one after another in the order of their moments. */
const checkInUserItems = async (
  items: readonly Placed[],
  users: FoundUsers,
  { clients, bookings, attempts }: BatchDependencies,
  logWriter: LogWriter,
): Promise<[index: number, outcome: BatchOutcome][]> => {
  const done = new Map<string, CheckinRecord>();
  const dependencies = { clients, attempts, logWriter, users: neverAsked, bookings: remembering(bookings, done) };
  let findOpen: ReturnType<typeof makeOpenFinder> | undefined;

  const find = async ({ request, index }: Placed): Promise<UserBookings | undefined> => {
    const user = (await users)[index];
    if (!user || !isNamedBy(user, request.identifiers)) return undefined;
    findOpen ??= makeOpenFinder(
      user,
      items.map((item) => item.request.at),
      bookings,
    );
    return { user: { companyId: user.companyId, userId: user.id }, open: await findOpen(request.at), listed: [], done };
  };

  const outcomes: [number, BatchOutcome][] = [];
  for (const item of items.toSorted((one, other) => one.request.at - other.request.at || one.index - other.index)) {
    try {
      outcomes.push([item.index, { result: await checkInFound(item.request, () => find(item), dependencies) }]);
    } catch (error) {
      outcomes.push([item.index, { error }]);
    }
  }
  return outcomes;
};

/** The user was found before. */
const neverAsked = {
  find: () => Promise.reject(new Error('not asked in a batch')),
  findId: () => Promise.reject(new Error('not asked in a batch')),
};

const findUsers = async (
  ids: readonly (number | undefined)[],
  companyId: string,
  users: Pick<UserStore, 'findAll'>,
): FoundUsers => {
  const distinct = [...new Set(ids)].filter((id) => id !== undefined);
  const found = await users.findAll(distinct.map((userId) => ({ companyId, userId })));
  const byId = new Map(found.map((user) => [user.id, user]));
  return ids.map((id) => (id === undefined ? undefined : byId.get(id)));
};

/**
 * Performs the check-ins of a reader that was off-line: those of one user in the order of their moments, different users side
 * by side. The client and the users are read once, and the log entries are written together at the end.
 * @returns what became of each item, in the order in which they were sent
 * @throws ServiceError `token_invalid`, `insufficient_scope`, or `dependency_unavailable` if the client cannot be read
 */
export const checkInBatch = async (
  { items, caller, requestId, receivedAt }: BatchRequest,
  dependencies: BatchDependencies,
): Promise<BatchOutcome[]> => {
  const { companyId } = caller;
  const placed = items.map((item, index): Placed => {
    const request = { ...item, caller, requestId: `${requestId}.${index + 1}`, receivedAt };
    return { request, index };
  });
  const finding = findUserIds(items, companyId, dependencies.users);
  const [client, ids] = await Promise.all([dependencies.clients.find(caller.clientId), finding.catch(() => [])]);
  authorizeCaller(client, caller, 'checkin');
  // If the users cannot be found, it is each item that fails.
  const users = finding.then((found) => findUsers(found, companyId, dependencies.users));
  users.catch(() => undefined);
  const entries: CheckinEntry[] = [];
  const groups = Map.groupBy(placed, ({ index }) => ids[index] ?? `unknown ${index}`);
  const outcomes = await pMap(
    [...groups.values()],
    (group) => checkInUserItems(group, users, dependencies, makeLogCollector(entries)),
    { concurrency: USERS_AT_ONCE },
  );
  if (entries.length > 0) await writeCollected(dependencies.activityLog, entries, dependencies.logOptions);
  const byIndex = new Map(outcomes.flat());
  return items.map((_, index) => byIndex.get(index) as BatchOutcome);
};
