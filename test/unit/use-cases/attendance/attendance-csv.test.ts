import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { attendanceCsvHeader, toAttendanceCsv } from '../../../../shared/use-cases/attendance/attendance-csv.ts';

const row = {
  userId: 42,
  bookingId: 'b1',
  kind: 'position',
  checkinOpensAt: '2026-11-21T08:00:00.000Z',
  noShowAt: '2026-11-21T10:00:00.000Z',
  result: 'expected',
} as const;

const read = (text: string): Record<string, string>[] => parse(text, { columns: true });

describe('The CSV file of attendance', () => {
  it('has a column for each member, empty if there is none', () => {
    expect(attendanceCsvHeader + toAttendanceCsv([row])).toBe(
      'userId,uid,email,bookingId,kind,name,checkinOpensAt,noShowAt,result,checkedInAt,reader\r\n' +
        '42,,,b1,position,,2026-11-21T08:00:00.000Z,2026-11-21T10:00:00.000Z,expected,,\r\n',
    );
  });

  it('has a line for each row', () => {
    const text = toAttendanceCsv([row, { ...row, bookingId: 'b2' }]);
    expect(text).toBe(toAttendanceCsv([row]) + toAttendanceCsv([{ ...row, bookingId: 'b2' }]));
  });

  it('keeps commas, quotes and line breaks inside their cells', () => {
    const name = 'Desk 7, "window"\r\nsouth';
    expect(read(attendanceCsvHeader + toAttendanceCsv([{ ...row, name }]))).toMatchObject([{ name, bookingId: 'b1' }]);
  });

  it.each(['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1'])(
    'makes text of %j, which a spreadsheet would run',
    (uid) => {
      expect(read(attendanceCsvHeader + toAttendanceCsv([{ ...row, uid }]))).toMatchObject([{ uid: `'${uid}` }]);
    },
  );
});
