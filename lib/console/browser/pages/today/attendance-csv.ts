import type { AttendanceRow } from '../../../../../shared/console-api/attendance.ts';
import { csvFile } from '../../components/csv-cell.ts';

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

/** The rows as a CSV file. */
export const attendanceCsv = (rows: readonly AttendanceRow[]): string =>
  csvFile(
    COLUMNS,
    rows.map((row) => COLUMNS.map((column) => row[column])),
  );
