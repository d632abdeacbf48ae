import * as v from 'valibot';
import { optionalField } from '../http/field.ts';
import { fields } from '../rules/fields.ts';
import { count, type RouteSchemas } from './parts.ts';

/** Keeps a response well below Lambda's limit of 6 MB: 256 KiB can contain 131,072 bad lines. */
export const MAX_LISTED_ERRORS = 10_000;

/**
 * The body is a chunk of the file: `text/csv`, beginning with the header row, or `application/x-ndjson`. `firstLine` is the line
 * of the file on which the chunk's first record begins.
 */
const importSchemas = {
  query: v.object({
    firstLine: optionalField(fields.lineNumber),
    /** If `true`, nothing is written. */
    dryRun: optionalField(fields.flag),
    /**
     * A UUID, the same for all chunks of a file, so that the log shows one import. An id with which somebody else has begun an
     * import is refused. Default: the id of the request.
     */
    importId: optionalField(fields.importId),
    /** Shown in the log for 30 days. */
    fileName: optionalField(fields.fileName),
    /** The time zone of date-times without an offset. If no zone is given, such date-times are rejected. */
    timeZone: optionalField(fields.timeZone),
    /** Whether the day or the month comes first in dates such as 03/04/2026. Default: the dates of the body decide. */
    dateOrder: optionalField(fields.dateOrder),
    /** How a body without a byte order mark is encoded. Default: `utf-8`. */
    encoding: optionalField(fields.encoding),
    /** The number of lines of this part that are not in the body because they could not be read; counted as failed. */
    unreadable: optionalField(fields.lineCount),
  }),
  body: 'file' as const,
  response: v.strictObject({
    read: count,
    written: count,
    unchanged: count,
    deleted: count,
    failed: count,
    /** The first {@link MAX_LISTED_ERRORS} of the `failed` lines; `line` is the line number in the file. */
    errors: v.array(
      v.strictObject({
        line: count,
        /** Codes of the texts in shared/files/locales, and their values. */
        reasons: v.array(v.strictObject({ code: v.string(), values: v.record(v.string(), v.unknown()) })),
      }),
    ),
    dryRun: v.optional(v.literal(true)),
  }),
};

export const fileSchemas = {
  importUsers: importSchemas,
  importBookings: importSchemas,
} satisfies Record<string, RouteSchemas>;
