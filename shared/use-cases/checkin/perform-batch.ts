import pMap from 'p-map';
import type { CheckinLog } from '../../domain/logs.ts';
import { authorizeCaller } from '../../domain/authorize-caller.ts';
import type { Instant } from '../../domain/instant.ts';
import { ServiceError } from '../../domain/service-error.ts';
import type { Caller } from '../../domain/tokens.ts';
import { makeBatchLogWriter, startEntry, toRejectedEntry, writeFailure, type OnLogFailed } from './checkin-log.ts';
import type { BatchItem, CheckinRequest, InvalidItem } from './checkin-request.ts';
import { type CheckinResult, checkInUser, type CheckinDependencies, type EarlierCheckins } from './perform-checkin.ts';
import { readAhead, type ReadAheadStores, type SwipesOfUser } from './read-ahead.ts';

interface BatchRequest {
  readonly items: readonly (BatchItem | InvalidItem)[];
  readonly caller: Caller;
  readonly requestId: string;
  readonly receivedAt: Instant;
}

export type BatchOutcome = { readonly result: CheckinResult } | { readonly error: unknown };

export interface BatchDependencies extends Pick<CheckinDependencies, 'clients' | 'attempts' | 'bookings'> {
  readonly users: ReadAheadStores['users'];
  readonly checkinLog: CheckinLog;
  readonly onLogFailed: OnLogFailed;
}

/** The maximum number of users whose check-ins run in parallel. The SDK has 50 connections. */
const USERS_AT_ONCE = 50;

type ItemRequest = CheckinRequest & BatchItem;

/** Whether the caller should retry an item with this error. */
const shouldRetry = (error: unknown): boolean =>
  !(error instanceof ServiceError) || error.code === 'dependency_unavailable';

/**
 * Performs the swipes of one user in the order of their times. After a swipe that the caller must retry, later swipes fail too,
 * so that retries keep the order.
 */
const performInOrder = async (
  { swipes, userId }: SwipesOfUser<ItemRequest>,
  dependencies: CheckinDependencies,
): Promise<Map<ItemRequest, BatchOutcome>> => {
  const outcomes = new Map<ItemRequest, BatchOutcome>();
  const checkedIn: EarlierCheckins = new Map();
  let earlierFailure: ServiceError | undefined;
  for (const request of swipes.toSorted((one, other) => one.at - other.at)) {
    if (earlierFailure) {
      await writeFailure(request, { ...startEntry(request), userId }, earlierFailure, dependencies.logWriter);
      outcomes.set(request, { error: earlierFailure });
      continue;
    }
    try {
      outcomes.set(request, { result: await checkInUser(request, dependencies, checkedIn) });
    } catch (error) {
      outcomes.set(request, { error });
      if (shouldRetry(error))
        earlierFailure = new ServiceError('dependency_unavailable', 'an earlier swipe of the user failed');
    }
  }
  return outcomes;
};

/**
 * Performs the check-ins of a reader that was offline, each like a single request. Handles users in parallel, and the swipes of
 * each user in order. Reads the client and the users of all items once. Invalid items keep their error.
 * @returns outcomes in the order of the items
 * @throws ServiceError `token_invalid`, `insufficient_scope`, or `dependency_unavailable` if the client cannot be read
 */
export const checkInBatch = async (
  { items, caller, requestId, receivedAt }: BatchRequest,
  { clients, users, bookings, attempts, checkinLog, onLogFailed }: BatchDependencies,
): Promise<BatchOutcome[]> => {
  const requests = items.map((item, index) => ({
    ...item,
    caller,
    requestId: `${requestId}.${index + 1}`,
    receivedAt,
  }));
  const valid = requests.filter((request): request is ItemRequest => !('error' in request));
  const [client, { groups, stores }] = await Promise.all([
    clients.find(caller.clientId),
    readAhead(valid, caller.companyId, { users, bookings }),
  ]);
  authorizeCaller(client, caller, 'checkin');
  const logWriter = makeBatchLogWriter(checkinLog, onLogFailed);
  const dependencies = {
    clients: { find: async () => client },
    users: stores.users,
    bookings: { ...bookings, ...stores.bookings },
    attempts,
    logWriter,
  };
  const performed = await pMap(groups, (group) => performInOrder(group, dependencies), { concurrency: USERS_AT_ONCE });
  for (const request of requests)
    if ('error' in request && request.rejected) await logWriter.writeFinal(toRejectedEntry(request, request.rejected));
  await logWriter.settle();
  const outcomes = new Map(performed.flatMap((outcomesOfUser) => [...outcomesOfUser]));
  return requests.map((request) =>
    'error' in request ? { error: request.error } : (outcomes.get(request) as BatchOutcome),
  );
};
