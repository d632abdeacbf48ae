import type { ClientAccessReader } from '../../shared/domain/api-client.ts';
import { authorize } from '../../shared/domain/authorize-caller.ts';
import type { Instant } from '../../shared/domain/instant.ts';
import type { Caller } from '../../shared/domain/tokens.ts';
import type { ApiRequest } from '../../shared/http/api-request.ts';
import type { AddToLogLine } from '../../shared/http/request-log-line.ts';
import type { HttpResponse } from '../../shared/http/response.ts';
import { readBookingStates, type BookingStateStores } from '../../shared/use-cases/bookings/read-states.ts';
import type { RecordOutcome } from '../../shared/use-cases/import/apply-records.ts';
import type { AuditedImporter } from '../../shared/use-cases/import/audit-import.ts';
import { describeReasons } from '../../shared/files/english.ts';
import type { ReadBookingsResponse, SyncResponse } from './response.ts';
import { parseReadBookings, parseSync } from './request.ts';

interface CallerDependencies {
  readonly caller: Caller;
  readonly clients: ClientAccessReader;
  readonly log: AddToLogLine;
}

interface SyncDependencies extends CallerDependencies {
  /** Makes an importer that can change only the data of the caller's company. */
  readonly importerFor: (caller: Caller) => AuditedImporter;
}

interface ReadBookingsDependencies extends CallerDependencies, BookingStateStores {
  readonly now: () => Instant;
}

const countItems = (results: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries([...Map.groupBy(results, (result) => result)].map(([result, { length }]) => [result, length]));

/**
 * POST /sync/users and /sync/bookings: imports the items into the caller's company by the rules of file imports.
 * Safe to retry.
 * @throws ServiceError `token_missing`, `token_expired`, `token_invalid`, `insufficient_scope`, `invalid_body`, `invalid_field`,
 * `dependency_unavailable` if not every item could be applied
 */
export const sync = async (
  request: ApiRequest,
  { importerFor, ...dependencies }: SyncDependencies,
): Promise<HttpResponse> => {
  const { caller, log } = dependencies;
  await authorize(dependencies.clients, caller, 'sync');
  const records = parseSync(request);
  const importer = importerFor(caller);
  const applied = await importer.apply(records);
  if ('stoppedBy' in applied) throw applied.stoppedBy;
  await importer.finish();
  // Nothing stopped the importer, so every record has an outcome.
  const outcomes = applied.outcomes as readonly RecordOutcome[];
  const items: SyncResponse['items'] = outcomes.map((one) =>
    one.outcome === 'refused' ? { outcome: one.outcome, reason: describeReasons(one.reasons) } : one,
  );
  log({ fields: countItems(items.map(({ outcome }) => outcome)) });
  const body: SyncResponse = { statusCode: 200, items };
  return { statusCode: 200, body };
};

/**
 * POST /sync/bookings/read: returns the states of bookings in the caller's company. Changes nothing.
 * @throws ServiceError `token_missing`, `token_expired`, `token_invalid`, `insufficient_scope`, `invalid_body`, `invalid_field`,
 * `dependency_unavailable`
 */
export const readBookings = async (
  request: ApiRequest,
  { bookings, users, now, ...dependencies }: ReadBookingsDependencies,
): Promise<HttpResponse> => {
  const { caller, log } = dependencies;
  await authorize(dependencies.clients, caller, 'sync');
  const items = await readBookingStates({ bookings, users }, caller.companyId, parseReadBookings(request), now());
  log({ fields: countItems(items.map(({ result }) => result)) });
  const body: ReadBookingsResponse = { statusCode: 200, items };
  return { statusCode: 200, body };
};
