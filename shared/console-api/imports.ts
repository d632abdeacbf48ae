import * as v from 'valibot';
import { optionalField } from '../http/field.ts';
import { fields } from '../rules/fields.ts';
import { count } from './response-parts.ts';

/**
 * POST /imports/users, /imports/bookings. The body is a chunk of the file, `text/csv` with the header row repeated or
 * `application/x-ndjson`. `firstLine` is the number, in the file, of the first line of the chunk after its header row.
 */
export const importQuery = v.object({
  firstLine: optionalField(fields.lineNumber),
  /** `true`: reports what would change and writes nothing. */
  dryRun: optionalField(fields.flag),
  /** One id for all chunks of a file, so that the audit log shows one import. Default: the id of the request. */
  importId: optionalField(fields.importId),
  /** The name of the file, which the audit log shows. */
  fileName: optionalField(fields.fileName),
  /** IANA name for date-times without an offset. If absent, a line with such a date-time is bad. */
  timeZone: optionalField(fields.timeZone),
});

export const importResponse = v.strictObject({
  read: count,
  written: count,
  unchanged: count,
  deleted: count,
  failed: count,
  /** The bad lines, by their numbers in the file. */
  errors: v.array(v.strictObject({ line: count, reason: v.string() })),
  dryRun: v.optional(v.literal(true)),
});
export type ImportResponse = v.InferOutput<typeof importResponse>;
