import pMap from 'p-map';
import type { CheckinLog } from '../../domain/activity-log.ts';
import { authorizeCaller } from '../../domain/authorize-caller.ts';
import type { Instant } from '../../domain/instant.ts';
import { ServiceError } from '../../domain/service-error.ts';
import type { Caller } from '../../domain/tokens.ts';
import { startProgress, toFailureEntry } from './checkin-entry.ts';
import type { BatchItem, CheckinRequest } from './checkin-request.ts';
import type { CheckinResult } from './checkin-result.ts';
import { findUserId } from './find-user-bookings.ts';
import { makeBatchLogWriter, type OnLogFailed } from './log-writer.ts';
import { checkInUser, type CheckinDependencies, type CheckinStores, type KnownCheckins } from './perform-checkin.ts';

export interface BatchRequest {
  readonly items: readonly BatchItem[];
  readonly caller: Caller;
  readonly requestId: string;
  readonly receivedAt: Instant;
}

/** The result of one item. */
export type BatchOutcome = { readonly result: CheckinResult } | { readonly error: unknown };

export interface BatchDependencies extends CheckinStores {
  readonly activityLog: CheckinLog;
  readonly onLogFailed: OnLogFailed;
}

/** Each user takes two calls at a time or a few more, and the SDK keeps 50 connections. */
const USERS_AT_ONCE = 20;

type ItemRequest = CheckinRequest & BatchItem;

/** Reads each thing once: later calls with the same arguments get the first result. */
const readOnce = <Arguments extends readonly unknown[], Value>(read: (...given: Arguments) => Promise<Value>) => {
  const reads = new Map<string, Promise<Value>>();
  return (...given: Arguments): Promise<Value> => {
    const key = JSON.stringify(given);
    const reading = reads.get(key) ?? read(...given);
    reads.set(key, reading);
    return reading;
  };
};

const withReadOnce = <Stores extends CheckinStores>({ clients, users, ...stores }: Stores) => ({
  ...stores,
  clients: { find: readOnce(clients.find) },
  users: { find: readOnce(users.find), findId: readOnce(users.findId) },
});

/** Whether the caller repeats an item with this error. */
const isRepeatable = (error: unknown): boolean =>
  !(error instanceof ServiceError) || error.code === 'dependency_unavailable';

/**
 * Performs the items of one user in the order of their moments. After one that the caller must repeat, the later ones are not tried,
 * so that the repeats come in the same order.
 */
const performInOrder = async (
  requests: readonly ItemRequest[],
  userId: number | undefined,
  dependencies: CheckinDependencies,
): Promise<Map<ItemRequest, BatchOutcome>> => {
  const outcomes = new Map<ItemRequest, BatchOutcome>();
  const known: KnownCheckins = new Map();
  let failed: ServiceError | undefined;
  for (const request of requests.toSorted((one, other) => one.at - other.at)) {
    if (failed) {
      const progress = { ...startProgress(request), ...(userId !== undefined && { userId }) };
      const entry = toFailureEntry(request, progress, failed);
      if (entry) await dependencies.logWriter.finish(entry);
      outcomes.set(request, { error: failed });
      continue;
    }
    try {
      outcomes.set(request, { result: await checkInUser(request, dependencies, known) });
    } catch (error) {
      outcomes.set(request, { error });
      if (isRepeatable(error))
        failed = new ServiceError('dependency_unavailable', 'an earlier swipe of the user failed');
    }
  }
  return outcomes;
};

/** The items of each user. An item whose user is not found stands alone. */
const groupByUser = async (
  requests: readonly ItemRequest[],
  { users }: Pick<CheckinStores, 'users'>,
): Promise<{ userId: number | undefined; requests: ItemRequest[] }[]> => {
  const findOne = ({ caller, identifiers }: ItemRequest) =>
    findUserId(users, caller.companyId, identifiers).catch(() => undefined);
  const userIds = await pMap(requests, findOne, { concurrency: USERS_AT_ONCE });
  const groups = Map.groupBy(requests.keys(), (index) => userIds[index] ?? `item ${index}`);
  return [...groups.values()].map((indexes) => ({
    userId: userIds[indexes[0] as number],
    requests: indexes.map((index) => requests[index] as ItemRequest),
  }));
};

/**
 * Performs the check-ins of a reader that was offline, each like a single request: users side by side, the items of one user in the
 * order of their moments. The client and each user are read once.
 * @returns the result of each item, in the order in which they were sent
 * @throws ServiceError `token_invalid`, `insufficient_scope`, or `dependency_unavailable` if the client cannot be read
 */
export const checkInBatch = async (
  { items, caller, requestId, receivedAt }: BatchRequest,
  { activityLog, onLogFailed, ...stores }: BatchDependencies,
): Promise<BatchOutcome[]> => {
  const requests = items.map((item, index): ItemRequest => ({
    ...item,
    caller,
    requestId: `${requestId}.${index + 1}`,
    receivedAt,
  }));
  const logWriter = makeBatchLogWriter(activityLog, onLogFailed);
  const dependencies = { ...withReadOnce(stores), logWriter };
  const groups = await groupByUser(requests, dependencies);
  const performed = await pMap(groups, (one) => performInOrder(one.requests, one.userId, dependencies), {
    concurrency: USERS_AT_ONCE,
  });
  await logWriter.settle();
  authorizeCaller(await dependencies.clients.find(caller.clientId), caller, 'checkin');
  const outcomes = new Map(performed.flatMap((some) => [...some]));
  return requests.map((request) => outcomes.get(request) as BatchOutcome);
};
