import type { ApiClientStore } from '../../shared/domain/api-client.ts';
import { authorizeCaller } from '../../shared/domain/authorize-caller.ts';
import type { Caller, VerifyToken } from '../../shared/domain/tokens.ts';
import type { ApiRequest } from '../../shared/http/api-request.ts';
import type { AddToLog } from '../../shared/http/log-details.ts';
import { readBearerToken } from '../../shared/http/read-bearer-token.ts';
import type { HttpResponse } from '../../shared/http/response.ts';
import { ApplyStopped, type Importer, type RecordOutcome } from '../../shared/use-cases/import/apply-records.ts';
import { parseSync } from './request.ts';

export interface SyncDependencies {
  readonly verify: VerifyToken<Caller>;
  readonly clients: Pick<ApiClientStore, 'find'>;
  /** Applies the items of a client, which all belong to its company. */
  readonly importerFor: (caller: Caller) => Importer;
  readonly log: AddToLog;
}

/** The outcome of one item in the response. */
interface SyncedItem {
  readonly outcome: RecordOutcome['outcome'];
  /** The reason of a refusal. */
  readonly reason?: string;
}

const toItem = (result: RecordOutcome): SyncedItem =>
  result.outcome === 'refused' ? { outcome: result.outcome, reason: result.reason } : { outcome: result.outcome };

const countOutcomes = (items: readonly SyncedItem[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...Map.groupBy(items, ({ outcome }) => outcome)].map(([outcome, { length }]) => [outcome, length]),
  );

/**
 * POST /sync/users and /sync/bookings: applies items of the caller's company by the rules of an import. Safe to repeat.
 * @throws ServiceError `token_missing`, `token_expired`, `token_invalid`, `insufficient_scope`, `invalid_body`, `invalid_field`,
 * `dependency_unavailable` if not every item could be applied
 */
export const sync = async (
  request: ApiRequest,
  { verify, clients, importerFor, log }: SyncDependencies,
): Promise<HttpResponse> => {
  const caller = await verify(readBearerToken(request));
  log({ fields: { clientId: caller.clientId, companyId: caller.companyId } });
  authorizeCaller(await clients.find(caller.clientId), caller, 'sync');
  const records = parseSync(request);
  try {
    const items = (await importerFor(caller).apply(records)).map(toItem);
    log({ fields: countOutcomes(items) });
    return { statusCode: 200, body: { statusCode: 200, items } };
  } catch (error) {
    throw error instanceof ApplyStopped ? error.cause : error;
  }
};
