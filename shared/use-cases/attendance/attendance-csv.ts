import type { AttendanceRow } from './attendance.ts';

const columns = [
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
] as const satisfies readonly (keyof AttendanceRow)[];

/** RFC 4180 ends lines with CRLF. */
const END_OF_LINE = '\r\n';

/**
 * Spreadsheets evaluate a cell that begins like a formula; an apostrophe before it makes it text (OWASP, "CSV Injection"). The
 * full-width signs begin formulas too.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

const NEEDS_QUOTES = /[",\r\n]/;

const toCell = (value: string | number = ''): string => {
  const text = FORMULA.test(String(value)) ? `'${value}` : String(value);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** The header row of the CSV file. */
export const attendanceCsvHeader = columns.join(',') + END_OF_LINE;

/** Rows of the CSV file (RFC 4180), each with its end of line. */
export const toAttendanceCsv = (rows: readonly AttendanceRow[]): string =>
  rows.map((row) => columns.map((column) => toCell(row[column])).join(',') + END_OF_LINE).join('');
