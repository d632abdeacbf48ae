import type { AttendanceRow } from '../../../../../shared/console-api/attendance.ts';

const COLUMNS = [
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

/**
 * A cell of RFC 4180. Spreadsheets take a text that begins with one of these characters for a formula, whether it is
 * quoted or not (OWASP, CSV injection): an apostrophe before it makes it a text.
 */
const cell = (value: string | number | undefined): string => {
  const text = String(value ?? '');
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
};

/** The rows as a CSV file. The byte order mark makes Excel read it as UTF-8. */
export const attendanceCsv = (rows: readonly AttendanceRow[]): string => {
  const lines = rows.map((row) => COLUMNS.map((column) => cell(row[column])).join(','));
  return `\uFEFF${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
};
