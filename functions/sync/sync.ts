import { hash } from 'node:crypto';
import type { Caller } from '../../shared/domain/tokens.ts';
import type { ApiRequest } from '../../shared/http/api-request.ts';
import type { HttpResponse } from '../../shared/http/response.ts';
import { ApplyStopped, type RecordOutcome } from '../../shared/use-cases/import/apply-records.ts';
import type { AuditedImporter, ImportOrigin } from '../../shared/use-cases/import/audit-import.ts';
import { authorizeSync, type SyncCallerDependencies } from './authorize-sync.ts';
import { countItems } from './count-items.ts';
import { parseSync } from './request.ts';

interface SyncDependencies extends SyncCallerDependencies {
  /** Makes an importer that can change only the data of the caller's company. */
  readonly importerFor: (caller: Caller, source: ImportOrigin['source']) => AuditedImporter;
}

/** Makes an item of the response. `reason` says why the record was rejected. */
const toItem = (result: RecordOutcome) =>
  result.outcome === 'refused' ? { outcome: result.outcome, reason: result.reason } : { outcome: result.outcome };

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
  const caller = await authorizeSync(request, dependencies);
  const records = parseSync(request);
  try {
    const importer = importerFor(caller, { digest: hash('sha256', JSON.stringify(records)), items: records.length });
    const items = (await importer.apply(records)).map(toItem);
    await importer.finish();
    dependencies.log({ fields: countItems(items.map(({ outcome }) => outcome)) });
    return { statusCode: 200, body: { statusCode: 200, items } };
  } catch (error) {
    throw error instanceof ApplyStopped ? error.cause : error;
  }
};
