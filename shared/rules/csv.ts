/** The separators that imports recognise; the first is that of the files that the service writes. */
export const separators = [',', ';', '\t'] as const;

/**
 * Why a line of an import file was bad. The console adds it to the bad lines, so that they can be corrected and imported again;
 * every import ignores it.
 */
export const REASON_COLUMN = 'reason';

/**
 * What spreadsheets write where a value is missing. Every import refuses it, because an empty cell would clear the attribute; also
 * before a space and a text, which is a value that somebody has to correct.
 */
export const MISSING_CELL = '#N/A';

/**
 * Where a formula may begin: at the start of the text, or after a separator of some spreadsheet (in Portuguese and Spanish a
 * semicolon), if the next character is a sign. Signs may be full-width; spreadsheets skip white space, quotes and invisible
 * characters before them.
 */
const FORMULA = /(?<=^|[,;\t\r\n])(?=(?:(?![\t\r\n])[\s\p{Cc}\p{Cf}"])*[=+\-@＝＋－＠])/gu;

const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** A cell of RFC 4180, unescaped: only for content of the reader's own file. */
export const plainCell = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * A cell of RFC 4180 that no spreadsheet runs as a formula, whichever character it takes for the separator: an apostrophe turns a
 * formula into text (OWASP, "CSV Injection").
 * @example
 * textCell('=1+1'); // `'=1+1`
 */
export const textCell = (value: string | number | undefined = ''): string =>
  plainCell(String(value).replaceAll(FORMULA, "'"));

/** A line of a CSV file, with its end (RFC 4180: CRLF). */
export const csvLine = (cells: readonly (string | number | undefined)[]): string =>
  `${cells.map(textCell).join(',')}\r\n`;

/** The columns of a file of attendance, in order. */
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
