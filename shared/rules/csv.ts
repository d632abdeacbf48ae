import { bookingAttributeNames } from './attributes.ts';

/** The service writes files with the first separator. */
export const separators = [',', ';', '\t'] as const;

/** The console adds this column to bad lines, so that they can be corrected and imported again; imports ignore it. */
export const REASON_COLUMN = 'reason';

/**
 * Spreadsheets show this for a missing value. Imports reject it, with or without a text after it. Read as an empty
 * cell, it would clear the attribute.
 */
export const MISSING_CELL = '#N/A';

/**
 * A formula can begin at the start of the text, or after a separator of some spreadsheet (in Portuguese and Spanish a
 * semicolon). Spreadsheets skip white space, quotes and invisible characters before the sign, which can be full-width.
 */
const FORMULA = /(?<=^|[,;\t\r\n])(?=(?:(?![\t\r\n])[\s\p{Cc}\p{Cf}"])*[=+\-@＝＋－＠])/gu;

const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** A CSV cell (RFC 4180) in which formulas stay formulas. Use it only for content from the user's own file. */
export const plainCell = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * A CSV cell (RFC 4180) that no spreadsheet runs as a formula, whatever separator the spreadsheet uses. An apostrophe makes it
 * text (OWASP, "CSV Injection").
 */
export const textCell = (value: string | number | undefined = ''): string =>
  plainCell(String(value).replaceAll(FORMULA, "'"));

export const csvLine = (cells: readonly (string | number | undefined)[]): string =>
  `${cells.map(textCell).join(',')}\r\n`;

export const attendanceColumns = [
  'userId',
  'uid',
  'email',
  'bookingId',
  ...bookingAttributeNames,
  'checkinOpensAt',
  'noShowAt',
  'result',
  'checkedInAt',
  'reader',
  'userName',
] as const;

type AttendanceCells = { readonly [Column in (typeof attendanceColumns)[number]]?: string | number | undefined };

export const attendanceLine = (row: AttendanceCells): string => csvLine(attendanceColumns.map((column) => row[column]));
