import { attendanceColumns, attendanceLine, csvLine } from '../../../shared/rules/csv.ts';
import { fields } from '../../../shared/rules/fields.ts';
import {
  addToTotals,
  noTotals,
  readAttendance,
  type AttendanceQuery,
  type AttendanceRow,
  type AttendanceTotals,
} from '../../../shared/use-cases/attendance/attendance.ts';
import type { Cell, Tone } from '../formatting/table.ts';
import { UsageError } from '../operator-error.ts';
import { escapeTexts, toPrintableJson } from '../printable.ts';
import { flag, required, withDefault } from '../cli-option.ts';
import type { Session } from '../session.ts';
import { nounWithoutVerbs } from '../verb.ts';

/** Writes rows as they are read, because a day can have many thousands. */
interface Layout {
  /** @param isFirst true if no row has been written yet */
  readonly toText: (rows: readonly AttendanceRow[], isFirst: boolean) => string;
  /** Returns the end of the output, or the whole output if there were no rows. */
  readonly end: (totals: AttendanceTotals) => string;
}

const csvHeader = csvLine(attendanceColumns);

const csv: Layout = {
  toText: (rows, isFirst) => (isFirst ? csvHeader : '') + escapeTexts(rows).map(attendanceLine).join(''),
  end: ({ booked }) => (booked === 0 ? csvHeader : ''),
};

/** Writes one JSON value. The totals come last, because they are known only when all rows are written. */
const json = (query: AttendanceQuery): Layout => {
  const start = `${toPrintableJson(query).slice(0, -1)},"items":[`;
  return {
    toText: (rows, isFirst) => (isFirst ? start : ',') + rows.map(toPrintableJson).join(','),
    end: (totals) => `${totals.booked === 0 ? start : ''}],"totals":${toPrintableJson(totals)}}\n`,
  };
};

const tones: Readonly<Record<AttendanceRow['result'], Tone>> = {
  checked_in: 'good',
  no_show: 'bad',
  expected: 'quiet',
};

const toCells = (row: AttendanceRow): readonly Cell[] => {
  const { result, checkinOpensAt, noShowAt, userId, bookingId, name = '', checkedInAt = '' } = row;
  const person = row.userName ?? row.email ?? row.uid ?? '';
  const identifiers = [String(userId), person, bookingId, name];
  return [{ text: result, tone: tones[result] }, ...identifiers, checkinOpensAt, noShowAt, checkedInAt];
};

const columns = ['RESULT', 'USER', 'PERSON', 'BOOKING', 'NAME', 'CHECK-IN FROM', 'UNTIL', 'CHECKED IN AT'];

const text = ({ renderTable }: Session): Layout => ({
  toText: (rows, isFirst) => `${renderTable({ columns, rows: rows.map(toCells), isContinued: !isFirst })}\n`,
  end: ({ booked, checkedIn, noShow, expected }) =>
    `\n${booked} booked: ${checkedIn} checked in, ${noShow} no-show, ${expected} expected.\n`,
});

const layoutOf = (session: Session, query: AttendanceQuery, isCsv: boolean): Layout => {
  const { isJson } = session;
  if (isJson && isCsv) throw new UsageError('Give either --json or --csv, not both.');
  if (isCsv) return csv;
  return isJson ? json(query) : text(session);
};

const HELP = `
Lists the bookings whose check-in period opens on the given local day, in the order of opening. Then prints how many
are booked, checked in, no-show (the period has ended) and expected (the period has not ended).
--csv writes a CSV file for spreadsheets, with an apostrophe before every value that a spreadsheet could run as a formula.`;

export const defineNoun = nounWithoutVerbs({
  options: [
    required('--company <id>', 'the company', fields.companyId),
    required('--day <day>', 'the day, such as 2026-11-21'),
    withDefault('--time-zone <zone>', 'the IANA time zone of the day, such as Europe/Berlin', 'UTC'),
    flag('--csv', 'write a CSV file'),
  ],
  example: '--local --company demo --day 2026-11-21 --time-zone Europe/Berlin',
  help: HELP,
  run: async (session, { company, day, timeZone, csv: isCsv = false }) => {
    const query = { companyId: company, day, timeZone };
    const layout = layoutOf(session, query, isCsv);
    let totals = noTotals;
    for await (const rows of readAttendance(session, query, session.now())) {
      session.write(layout.toText(rows, totals.booked === 0));
      totals = addToTotals(totals, rows);
    }
    session.write(layout.end(totals));
  },
});
