import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { attendanceColumns, attendanceLine, csvLine } from '../../../shared/rules/csv.ts';

const row = {
  userId: 42,
  bookingId: 'b1',
  kind: 'position',
  checkinOpensAt: '2026-11-21T08:00:00.000Z',
  noShowAt: '2026-11-21T10:00:00.000Z',
  result: 'expected',
} as const;

const cellsOf = (line: string): string[] => parse(line).flat();
const cellOf = (value: string): string | undefined => cellsOf(csvLine([value]))[0];

/** Characters that separate cells, begin a formula, or are ignored in front of a formula. */
const hostile = fc.string({ unit: fc.constantFrom(...'a1;,\t\r\n" \u00a0\u0000\ufeff\'=+-@＝＋－＠'.split('')) });

it('A line of attendance has a cell for each column, empty if the column has no value', () => {
  expect(csvLine(attendanceColumns)).toBe(
    'userId,uid,email,bookingId,kind,name,site,checkinOpensAt,noShowAt,result,checkedInAt,reader,userName\r\n',
  );
  expect(attendanceLine(row)).toBe(
    '42,,,b1,position,,,2026-11-21T08:00:00.000Z,2026-11-21T10:00:00.000Z,expected,,,\r\n',
  );
});

describe('A cell of a CSV file', () => {
  it.each(['Desk 7, "window"\r\nsouth', 'ana@demo.example', '2026-11-21', 'a-b, c+d'])(
    'contains %j unchanged',
    (text) => {
      expect(cellsOf(csvLine([text, 'next']))).toEqual([text, 'next']);
    },
  );

  it.each([
    ['=HYPERLINK("http://x")', '\'=HYPERLINK("http://x")'],
    ['\t=1', "\t'=1"],
    ['Desk;＝1＋1', "Desk;'＝1＋1"],
  ])('contains the formula %j as text', (value, text) => {
    expect(cellOf(value)).toBe(text);
  });

  it('is never read as a formula, wherever a spreadsheet splits the line', () => {
    fc.assert(
      fc.property(
        fc.array(hostile, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(',', ';', '\t'),
        (texts, separator) => {
          const pieces = csvLine(texts)
            .split(/[\r\n]/)
            .flatMap((line) => line.split(separator));
          const formulas = pieces.filter((piece) => /^[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠]/u.test(piece));
          expect(formulas).toEqual([]);
        },
      ),
    );
  });

  it('is read back unchanged, except for added apostrophes', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const withoutApostrophes = (one: string | undefined): string | undefined => one?.replaceAll("'", '');
        expect(withoutApostrophes(cellOf(text) ?? '')).toBe(withoutApostrophes(text));
      }),
    );
  });
});
