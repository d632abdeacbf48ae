import { importQuery, type ImportResponse } from '../../../shared/console-api/imports.ts';
import { ServiceError } from '../../../shared/domain/service-error.ts';
import type { UserRef } from '../../../shared/domain/user.ts';
import { readHeader } from '../../../shared/http/api-request.ts';
import { decodeBody, type TextRequest } from '../../../shared/http/read-body.ts';
import type { Importer } from '../../../shared/use-cases/import/apply-records.ts';
import { makeBookingImporter } from '../../../shared/use-cases/import/booking-importer.ts';
import { makeDryRunBookings, makeDryRunUsers } from '../../../shared/use-cases/import/dry-run.ts';
import { importChunk, type Chunk } from '../../../shared/use-cases/import/import-chunk.ts';
import type { ImportSummary } from '../../../shared/use-cases/import/import-records.ts';
import { makeReadLocalTime } from '../../../shared/use-cases/import/local-time.ts';
import { makeRemoveUser } from '../../../shared/use-cases/import/remove-imported-user.ts';
import { makeUserImporter } from '../../../shared/use-cases/import/user-records.ts';
import { readQuery } from '../request.ts';
import type { RouteContext, RouteHandler } from '../route-context.ts';
import { MAX_LIST_BODY_BYTES } from '../../../shared/rules/sizes.ts';

interface ImportOptions {
  readonly isDryRun: boolean;
  readonly timeZone: string | undefined;
}

/** CSV has a header row before its first line; NDJSON has none. */
const FIRST_LINE = { csv: 2, ndjson: 1 } as const;

const mediaTypes: readonly (readonly [RegExp, Chunk['format']])[] = [
  [/^\s*text\/csv\s*(?:;|$)/i, 'csv'],
  [/^\s*application\/(?:x-ndjson|jsonl)\s*(?:;|$)/i, 'ndjson'],
];

/** @throws ServiceError `unsupported_media_type` */
const formatOf = ({ request }: RouteContext): Chunk['format'] => {
  const contentType = readHeader(request, 'content-type') ?? '';
  const format = mediaTypes.find(([pattern]) => pattern.test(contentType))?.[1];
  if (!format) throw new ServiceError('unsupported_media_type', 'neither CSV nor NDJSON');
  return format;
};

/** The log gets one entry per chunk, and one per removed user. */
const record = async (context: RouteContext, { written, deleted, failed }: ImportSummary): Promise<void> => {
  const { companyId, adminLog, actor, now, id } = context;
  if (written + deleted === 0) return;
  const action = id === 'importUsers' ? 'users.import' : 'bookings.import';
  const after = { written, deleted, failed };
  await adminLog.recordAdmin({ kind: 'admin', companyId, receivedAt: now(), actor, action, target: {}, after });
};

const importWith =
  (makeImporter: (context: RouteContext, options: ImportOptions) => Importer): RouteHandler =>
  async (context) => {
    const { firstLine, dryRun, timeZone } = readQuery(context.request, importQuery);
    const format = formatOf(context);
    const text = decodeBody(context.request as TextRequest, MAX_LIST_BODY_BYTES);
    const isDryRun = dryRun === true;
    const importer = makeImporter(context, { isDryRun, timeZone });
    const summary = await importChunk({ format, text, firstLine: firstLine ?? FIRST_LINE[format] }, importer);
    if (!isDryRun) await record(context, summary);
    const body: ImportResponse = { ...summary, errors: [...summary.errors], ...(isDryRun && { dryRun: true }) };
    return { statusCode: 200, body };
  };

/** POST /imports/users */
export const importUsers = importWith((context, { isDryRun }) => {
  const { companyId, users, activityLog: log } = context;
  if (!isDryRun) return makeUserImporter({ users, removeUser: makeRemoveUser({ ...context, log }) }, companyId);
  const dryRun = makeDryRunUsers(users);
  const remove = async (ref: UserRef) => (await dryRun.change(ref, () => undefined)).outcome;
  return makeUserImporter({ users: dryRun, removeUser: remove }, companyId);
});

/** POST /imports/bookings */
export const importBookings = importWith((context, { isDryRun, timeZone }) => {
  const { companyId, users, bookings, now } = context;
  return makeBookingImporter(
    { users, bookings: isDryRun ? makeDryRunBookings(bookings) : bookings, now },
    { companyId, ...(timeZone !== undefined && { readLocalTime: makeReadLocalTime(timeZone) }) },
  );
});
