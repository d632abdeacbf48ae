import { parse } from 'csv-parse/sync';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { attendanceCsv } from '../../../lib/console/browser/pages/today/attendance-csv.ts';

const row = {
  userId: 1,
  email: 'ada@demo.example',
  bookingId: 'desk-1',
  kind: 'position',
  checkinOpensAt: '2026-11-21T08:00:00.000Z',
  noShowAt: '2026-11-21T10:00:00.000Z',
  result: 'no_show',
} as const;

describe('The CSV of the attendance', () => {
  it('has a header and one line per booking, empty if nothing is known', () => {
    expect(attendanceCsv([row])).toBe(
      '\uFEFFuserId,uid,email,bookingId,kind,name,checkinOpensAt,noShowAt,result,checkedInAt,reader\r\n' +
        '"1","","ada@demo.example","desk-1","position","","2026-11-21T08:00:00.000Z","2026-11-21T10:00:00.000Z","no_show","",""\r\n',
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])('keeps spreadsheets from running %j', (name) => {
    const [read] = parse(attendanceCsv([{ ...row, name }]), { columns: true, bom: true }) as { name: string }[];
    expect(read?.name).toBe(`'${name}`);
  });

  it('is read back unchanged, for any texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const [read] = parse(attendanceCsv([{ ...row, name }]), { columns: true, bom: true }) as { name: string }[];
        expect([name, `'${name}`]).toContain(read?.name);
      }),
    );
  });
});
