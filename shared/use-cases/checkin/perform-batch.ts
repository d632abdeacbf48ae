import type { ApiClientStore } from '../../domain/api-client.ts';
import type { CheckinEntry, CheckinLog } from '../../domain/activity-log.ts';
import { authorizeCaller } from '../../domain/authorize-caller.ts';
import type { Instant } from '../../domain/instant.ts';
import type { Caller } from '../../domain/tokens.ts';
import type { UserStore } from '../../domain/user.ts';
import { limitConcurrency } from './limit-concurrency.ts';
import { startProgress, toFailureEntry } from './checkin-entry.ts';
import type { BatchItem } from './checkin-request.ts';
import type { CheckinResult } from './checkin-result.ts';
import { findUserIds } from './find-batch-bookings.ts';
import { writeEntries, type OnLogFailed } from './log-writer.ts';
import { performGroup, type Concluded, type GroupDependencies, type Item, type Settled } from './perform-group.ts';

export interface BatchRequest {
  readonly items: readonly BatchItem[];
  readonly caller: Caller;
  readonly requestId: string;
  readonly receivedAt: Instant;
}

/** The result of one item. */
export type BatchOutcome = { readonly result: CheckinResult } | { readonly error: unknown };

export interface BatchDependencies extends GroupDependencies {
  readonly clients: ApiClientStore;
  readonly users: Pick<UserStore, 'findIds' | 'findAll'>;
  readonly activityLog: CheckinLog;
  readonly onLogFailed: OnLogFailed;
}

/** One call can record this many attempts. */
const ITEMS_PER_GROUP = 25;
/** Fewer than the SDK's connections, so that the writes of a group do not wait for the queries of the next. */
const QUERIES_AT_ONCE = 40;

const authorize = async (caller: Caller, clients: ApiClientStore): Promise<void> => {
  authorizeCaller(await clients.find(caller.clientId), caller, 'checkin');
};

/** Groups of items, each with all items of its users. */
const toGroups = (items: readonly Item[]): Item[][] => {
  const groups: Item[][] = [];
  for (const ofUser of Map.groupBy(items, ({ userId }) => userId).values()) {
    const last = groups.at(-1);
    if (last && last.length + ofUser.length <= ITEMS_PER_GROUP) last.push(...ofUser);
    else groups.push(ofUser);
  }
  return groups;
};

/** Writes the log entries of items that are done. */
const logItems = async (
  items: readonly Item[],
  concluded: readonly Settled<Concluded>[],
  { activityLog, onLogFailed }: BatchDependencies,
): Promise<void> => {
  const entries = concluded.map((one, index): CheckinEntry | undefined => {
    const { request, progress } = items[index] as Item;
    return one.status === 'fulfilled' ? one.value.entry : toFailureEntry(request, progress, one.reason);
  });
  const logged = entries.filter((entry) => entry !== undefined);
  await writeEntries(activityLog, logged, onLogFailed);
};

const toOutcome = (one: Settled<Concluded>): BatchOutcome =>
  one.status === 'fulfilled' ? { result: one.value.result } : { error: one.reason };

const performAll = async (
  requests: readonly Item['request'][],
  companyId: string,
  authorized: Promise<void>,
  dependencies: BatchDependencies,
): Promise<BatchOutcome[]> => {
  const [found] = await Promise.allSettled([findUserIds(requests, companyId, dependencies.users)]);
  const items = requests.map((request, index): Item => {
    const userId = found.status === 'fulfilled' ? found.value[index] : undefined;
    return { userId, request, progress: startProgress(request) };
  });
  const findOverlapping = limitConcurrency(QUERIES_AT_ONCE, dependencies.bookings.findOverlapping);
  const limited = { ...dependencies, bookings: { ...dependencies.bookings, findOverlapping } };
  const outcomes = new Map<Item, BatchOutcome>();
  const finish = async (group: readonly Item[]): Promise<void> => {
    const concluded =
      found.status === 'fulfilled'
        ? await performGroup(group, companyId, authorized, limited)
        : await authorized.then(() => group.map(() => found));
    for (const [index, one] of concluded.entries()) outcomes.set(group[index] as Item, toOutcome(one));
    await logItems(group, concluded, dependencies);
  };
  await Promise.all(toGroups(items).map(finish));
  return items.map((item) => outcomes.get(item) as BatchOutcome);
};

/**
 * Performs the check-ins of a reader that was offline; those of one user in the order of their moments. Groups of users are
 * performed side by side, so that the queries of one run while another is written.
 * @returns the result of each item, in the order in which they were sent
 * @throws ServiceError `token_invalid`, `insufficient_scope`, or `dependency_unavailable` if the client cannot be read
 */
export const checkInBatch = async (
  { items, caller, requestId, receivedAt }: BatchRequest,
  dependencies: BatchDependencies,
): Promise<BatchOutcome[]> => {
  const requests = items.map((item, index) => ({
    ...item,
    caller,
    requestId: `${requestId}.${index + 1}`,
    receivedAt,
  }));
  const authorized = authorize(caller, dependencies.clients);
  const [, outcomes] = await Promise.all([
    authorized,
    performAll(requests, caller.companyId, authorized, dependencies),
  ]);
  return outcomes;
};
