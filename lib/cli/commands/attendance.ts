import { attendanceColumns, attendanceLine, csvLine } from '../../../shared/rules/csv.ts';
import { fields } from '../../../shared/rules/fields.ts';
import {
  addToTotals,
  noTotals,
  readAttendance,
  type AttendanceRow,
  type AttendanceTotals,
} from '../../../shared/use-cases/attendance/attendance.ts';
import { tableOf, type Table, type Tone } from '../formatting/table.ts';
import { periodColumns, viewBookingRow } from '../formatting/booking.ts';
import { UsageError } from '../operator-error.ts';
import { escapeTexts } from '../printable.ts';
import { companyOption, flag, required, withDefault } from '../cli-option.ts';
import { nounWithoutVerbs } from '../verb.ts';

const tones: Readonly<Record<AttendanceRow['result'], Tone>> = {
  checked_in: 'good',
  no_show: 'bad',
  expected: 'quiet',
};

const viewRow = viewBookingRow<AttendanceRow>;
type RowView = ReturnType<typeof viewRow>;

const formatRows = tableOf<RowView>({
  RESULT: ({ result }) => ({ text: result, tone: tones[result] }),
  USER: ({ userId }) => userId,
  PERSON: ({ userName, email, uid }) => userName ?? email ?? uid,
  BOOKING: ({ bookingId }) => bookingId,
  NAME: ({ name }) => name,
  ...periodColumns,
  'BY HAND': ({ byHand }) => byHand && (byHand.reason ?? 'yes'),
});

const formatDay = ({ totals, items }: { totals: AttendanceTotals; items: readonly RowView[] }): Table => ({
  ...formatRows(items),
  summary: `${totals.booked} booked: ${totals.checkedIn} checked in, ${totals.noShow} no-show, ${totals.expected} expected.`,
});

const HELP = `
Lists the bookings whose check-in period opens on the given local day, in the order of opening. Then prints how many
are booked, checked in, no-show (the period has ended) and expected (the period has not ended).
--csv writes a CSV file for spreadsheets, with an apostrophe before every value that a spreadsheet could run as a formula.`;

export const defineNoun = nounWithoutVerbs({
  options: [
    companyOption,
    required('--day <day>', 'the day, such as 2026-11-21', fields.day),
    withDefault('--time-zone <zone>', 'the time zone of the day, such as Europe/Berlin', 'UTC', fields.timeZone),
    flag('--csv', 'write a CSV file'),
  ],
  example: '--local --company demo --day 2026-11-21 --time-zone Europe/Berlin',
  help: HELP,
  run: async (session, { company, day, timeZone, csv = false }) => {
    if (csv && session.isJson) throw new UsageError('Give either --json or --csv, not both.');
    const query = { companyId: company, day, timeZone };
    const items: AttendanceRow[] = [];
    for await (const rows of readAttendance(session, query, session.now())) items.push(...rows);
    if (csv) session.write([csvLine(attendanceColumns), ...escapeTexts(items).map(attendanceLine)].join(''));
    else session.print({ ...query, totals: addToTotals(noTotals, items), items: items.map(viewRow) }, formatDay);
  },
});
