import { hash } from 'node:crypto';
import { ServiceError } from '../../../shared/domain/service-error.ts';
import { MAX_LISTED_ERRORS } from '../../../shared/console-api/imports.ts';
import { readBytes, readMediaType, type TextRequest } from '../../../shared/http/body.ts';
import { auditImport } from '../../../shared/use-cases/import/audit-import.ts';
import type { Importer } from '../../../shared/use-cases/import/apply-records.ts';
import { makeBookingImporter } from '../../../shared/use-cases/import/booking-records.ts';
import { makeDryRunBookings } from '../../../shared/use-cases/import/dry-run.ts';
import { importChunk, type Chunk, type ImportSummary } from '../../../shared/use-cases/import/import-records.ts';
import { makeReadLocalTime } from '../../../shared/use-cases/import/local-time.ts';
import { makeAuditedUserImporter, makeDryRunUserImporter } from '../../../shared/use-cases/import/user-records.ts';
import type { RouteContext, RouteHandler } from '../route-context.ts';
import { MAX_LIST_BODY_BYTES } from '../../../shared/rules/fields.ts';

interface ImportOptions {
  readonly isDryRun: boolean;
  readonly timeZone: string | undefined;
  readonly importId: string;
}

/** The line of the first record in a file: CSV has a header row, NDJSON has none. */
const FIRST_LINE = { csv: 2, ndjson: 1 } as const;

const formats: Readonly<Record<string, Chunk['format']>> = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
};

/** @throws ServiceError `unsupported_media_type` */
const formatOf = ({ request }: RouteContext): Chunk['format'] => {
  const format = formats[readMediaType(request)];
  if (!format) throw new ServiceError('unsupported_media_type', 'neither CSV nor NDJSON');
  return format;
};

const toResponse = ({ errors, ...counts }: ImportSummary) => ({
  ...counts,
  errors: errors.slice(0, MAX_LISTED_ERRORS).map(({ line, reasons }) => ({
    line,
    reasons: reasons.map(({ code, values }) => ({ code, values: { ...values } })),
  })),
});

const importWith =
  (
    kind: 'users' | 'bookings',
    makeImporter: (context: RouteContext, options: ImportOptions) => Importer,
  ): RouteHandler<'importUsers' | 'importBookings'> =>
  async (context, query) => {
    const { firstLine, timeZone, dateOrder, encoding, unreadable = 0 } = query;
    const { importId = context.requestId, fileName, dryRun: isDryRun = false } = query;
    const format = formatOf(context);
    const bytes = readBytes(context.request as TextRequest, MAX_LIST_BODY_BYTES);
    const chunk = { format, bytes, firstLine: firstLine ?? FIRST_LINE[format], dateOrder, encoding };
    const importer = makeImporter(context, { isDryRun, timeZone, importId });
    if (isDryRun) return { ...toResponse(await importChunk(chunk, importer)), dryRun: true };
    // Two chunks are the same part only if they are also read in the same way.
    const reading = Buffer.from(JSON.stringify([format, timeZone, dateOrder, encoding]));
    const digest = hash('sha256', Buffer.concat([reading, bytes]));
    const origin = { action: `${kind}.import`, importId, fileName, part: chunk.firstLine, digest } as const;
    const auditedImporter = auditImport(context, importer, origin);
    const summary = await importChunk(chunk, auditedImporter);
    // These totals also count what an earlier attempt at this part wrote, and this one found unchanged.
    const { written, unchanged, deleted } = await auditedImporter.finish(summary.failed + unreadable);
    return { ...toResponse(summary), written, unchanged, deleted };
  };

export const importUsers = importWith('users', (context, { isDryRun, importId }) => {
  const { companyId } = context;
  return isDryRun
    ? makeDryRunUserImporter(context, companyId)
    : makeAuditedUserImporter({ ...context, importId }, companyId);
});

export const importBookings = importWith('bookings', (context, { isDryRun, timeZone }) => {
  const { companyId, users, bookings, now } = context;
  return makeBookingImporter(
    isDryRun ? { users, bookings: makeDryRunBookings(bookings), now } : { users, bookings, now, by: context },
    { companyId, readLocalTime: timeZone === undefined ? undefined : makeReadLocalTime(timeZone) },
  );
});
