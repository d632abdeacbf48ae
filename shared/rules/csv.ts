/** The first is that of files that the service writes. */
export const separators = [',', ';', '\t'] as const;

/** The console adds this column to bad lines, so that they can be corrected and imported again; imports ignore it. */
export const REASON_COLUMN = 'reason';

/**
 * Spreadsheets show this for a missing value. Imports reject it, because an empty cell would clear the attribute; also with a
 * text after
 * it.
 */
export const MISSING_CELL = '#N/A';

/**
 * A formula may begin at the start of the text, or after a separator of some spreadsheet (in Portuguese and Spanish a semicolon).
 * Spreadsheets skip white space, quotes and invisible characters before the sign, which may be full-width.
 */
const FORMULA = /(?<=^|[,;\t\r\n])(?=(?:(?![\t\r\n])[\s\p{Cc}\p{Cf}"])*[=+\-@＝＋－＠])/gu;

const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** A cell of RFC 4180 with formulas: only for content of the reader's own file. */
export const plainCell = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * A cell of RFC 4180 that no spreadsheet runs as a formula, whatever its separator: an apostrophe makes it text (OWASP, "CSV
 * Injection").
 * @example
 * textCell('=1+1'); // `'=1+1`
 */
export const textCell = (value: string | number | undefined = ''): string =>
  plainCell(String(value).replaceAll(FORMULA, "'"));

/** With its end (RFC 4180: CRLF). */
export const csvLine = (cells: readonly (string | number | undefined)[]): string =>
  `${cells.map(textCell).join(',')}\r\n`;

export const attendanceColumns = [
  'userId',
  'uid',
  'email',
  'bookingId',
  'kind',
  'name',
  'checkinOpensAt',
  'noShowAt',
  'result',
  'checkedInAt',
  'reader',
  'userName',
] as const;

type AttendanceCells = { readonly [Column in (typeof attendanceColumns)[number]]?: string | number | undefined };

export const attendanceLine = (row: AttendanceCells): string => csvLine(attendanceColumns.map((column) => row[column]));
