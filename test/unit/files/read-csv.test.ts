import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readCsvRows } from '../../../shared/files/read-csv-rows.ts';
import { readLines } from '../../../shared/files/read-lines.ts';
import { MAX_LINE_BYTES } from '../../../shared/rules/fields.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { badLinesOf, collect, fieldsOf, fileBytes, fileReasonOf, readCsvFile } from './file-bytes.ts';

const users = (content: string | Uint8Array, options = {}) =>
  readCsvFile('users', content, { isCompanyGiven: true, ...options });
const rowsOf = (content: string, chunkSize = 7) =>
  collect(readCsvRows(readLines(fileBytes(content, chunkSize)), { isKnown: (heading) => heading === 'id' }));

describe('A CSV file', () => {
  it('has cells named by the header row, in any order; cells are trimmed, and empty ones are null', async () => {
    expect(await users('\uFEFFname,id,uid\r\n Zoë ,7,x\u00A0\r\n\r\n012,1,""\r\n')).toEqual([
      { line: 2, fields: { name: 'Zoë', id: 7, uid: 'x' } },
      { line: 4, fields: { name: '012', id: 1, uid: null } },
    ]);
  });

  it.each([',', ';', '\t'])('can be separated by %j', async (separator) => {
    expect(fieldsOf(await users(`id${separator}name\r\n1${separator}"a,b;c\td"`))).toEqual([
      { id: 1, name: 'a,b;c\td' },
    ]);
  });

  it.each(['sep=;', 'SEP=;', '"sep=;"', 'sep=|'])(
    'can begin with the line %s, which names the separator',
    async (line) => {
      const separator = line.replaceAll('"', '').at(-1) ?? '';
      expect(await users(`${line}\r\nid${separator}name\r\n1${separator}a,b`)).toEqual([
        { line: 3, fields: { id: 1, name: 'a,b' } },
      ]);
    },
  );

  it('is separated by what finds the most known headings, or else the most columns', async () => {
    expect(await rowsOf('id;first, last, other\n1;a')).toMatchObject([{ cells: ['id', 'first, last, other'] }, {}]);
    expect(await rowsOf('a;b;c,d\n')).toMatchObject([{ cells: ['a', 'b', 'c,d'] }]);
  });

  it('has no empty rows, no rows with separators only, and no columns at the end without heading and content', async () => {
    const content = ';;;\r\n\r\nid;name;;\r\n;;;\r\n1;a;;\r\n ; ;;\r\n2;b;;\r\n;;;\r\n';
    expect(await users(content)).toEqual([
      { line: 5, fields: { id: 1, name: 'a' } },
      { line: 7, fields: { id: 2, name: 'b' } },
    ]);
  });

  it('numbers rows by the lines that they begin on', async () => {
    expect(await users('id,name\n1,"a,""b""\r\n\nc"\n2,d\n"3","""e"""\r\n4,"\n"')).toEqual([
      { line: 2, fields: { id: 1, name: 'a,"b"\n\nc' } },
      { line: 5, fields: { id: 2, name: 'd' } },
      { line: 6, fields: { id: 3, name: '"e"' } },
      { line: 7, fields: { id: 4, name: null } },
    ]);
  });

  it('can have any text in quoted cells, wherever the chunks of the file end', async () => {
    const text = fc.oneof(
      fc.string({ minLength: 1, maxLength: 8, unit: anyCharacter }),
      fc.string({ minLength: 1, unit: fc.constantFrom('"', ',', '\n', ' ') }),
    );
    const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(text, { minLength: 1 })),
        fc.integer({ min: 1, max: 300 }),
        async (rows, size) => {
          const content = ['id', ...rows.map((cells) => ['x', ...cells].map(quote).join(','))].join('\n');
          const expected = rows.map((cells) => ['x', ...cells].map((cell) => cell.replaceAll('\r\n', '\n').trim()));
          const read = await rowsOf(content, size);
          expect(read.slice(1)).toMatchObject(expected.map((cells) => ({ cells })));
        },
      ),
    );
  });

  it('can have a formula that keeps leading zeros, with or without quotation marks around it', async () => {
    const content = 'id,uid,name\n1,="005007",a\n2,"=""005007""",="b"\n3,="4,5",c\n4,="",=""\n';
    expect(fieldsOf(await users(content))).toEqual([
      { id: 1, uid: '005007', name: 'a' },
      { id: 2, uid: '005007', name: 'b' },
      { id: 3, uid: '4,5', name: 'c' },
      { id: 4, uid: null, name: null },
    ]);
  });

  it.each([
    ['a quote after the beginning of a cell', '1,a"b'],
    ['text after the end of a formula', '1,="a"b'],
    ['text before a formula', '1,a="b"'],
    ['text after the end of a quoted cell', '1,"a"b'],
    ['too many cells, one of which spans several lines', '1,2,"\nx"'],
  ])('loses only the line with %s', async (_, bad) => {
    const records = await users(`id,name\n9,a\n${bad}\n2,"b"\n3,c\n`);
    expect(fieldsOf(records)).toEqual([{ id: 9, name: 'a' }, 3, { id: 2, name: 'b' }, { id: 3, name: 'c' }]);
  });

  it('says what is wrong with a line', async () => {
    const long = 'x'.repeat(MAX_LINE_BYTES);
    const content = `id,name\n1\n1,a"b"\n1,a,b\n1,\uFFFD\n1,${long}\n1,"a`;
    expect(badLinesOf(await users(content))).toEqual([
      '2: has 1 cells where the header row has 2; Excel may have left out empty ones at the end: if so, import the workbook itself',
      '3: has a quotation mark in the wrong place; inside a quoted cell it must be doubled',
      '4: has 3 cells where the header row has 2',
      expect.stringMatching(/^5: has bytes that are not text in this encoding/),
      '6: is longer than 64 KiB',
      '7: has a quoted cell that does not end',
    ]);
  });

  it('limits the search for the end of an unclosed cell, and reads the searched lines again', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => `${index + 1},name`);
    const records = await users(`id,name\n1,"open\n${rows.join('\n')}`);
    expect(badLinesOf(records)).toEqual(['2: has a quoted cell that does not end']);
    expect(records).toHaveLength(10_001);
  });

  it.each([
    ['"\n'],
    ['""\n'],
    ['"""\n'],
    ['x"\n'],
    ['"a\n'],
    ['"a""\n'],
    ['"a""\n""\n'],
    [`"a\n${'""\n'.repeat(500)}`],
    ['"'],
  ])('is read in linear time, even full of %j', async (pattern) => {
    // With quadratic time, this takes minutes.
    const content = `id,name\n${pattern.repeat(400_000 / pattern.length)}`;
    const rows = await collect(readCsvRows(readLines(fileBytes(content, 65_536)), { isKnown: () => false }));
    expect(rows.length).toBeGreaterThan(0);
  });
});

it.each([
  ['', 'The file is empty; its first line must name the columns.'],
  ['\n;;\n', 'The file is empty; its first line must name the columns.'],
  ['email,uid\n', 'The header row lacks the column id.'],
  ['id,name,ID\n', 'The columns "id", "ID" all mean id. Only one of them can.'],
  [
    'id,nam\n',
    'The header row names the column "nam", which is unknown; the nearest known name is "name" (known: companyId, id, name, uid, uids, email, language, deleted).',
  ],
  [
    'id,Abteilung,nam\n',
    'The header row names the columns "Abteilung", "nam", which are unknown (known: companyId, id, name, uid, uids, email, language, deleted).',
  ],
  ['1,Ada\n', 'The first row, "1", "Ada", must name the column id.'],
  ['id,"name\n', 'The header row has a quoted cell that does not end.'],
  ['bookingId,userId\n', 'The header row has the columns of a file of bookings, not of users.'],
])('The header row %j is rejected', async (content, message) => {
  expect(await fileReasonOf(users(content))).toBe(message);
});
