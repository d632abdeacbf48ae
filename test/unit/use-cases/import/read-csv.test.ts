import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_LINE_BYTES } from '../../../../shared/rules/byte-limits.ts';
import { fields as rules, bookingRecord, userRecord } from '../../../../shared/rules/fields.ts';
import { makeDecode, NOT_UTF8 } from '../../../../shared/use-cases/import/read-lines.ts';
import { readCsv } from '../../../../shared/use-cases/import/read-csv.ts';
import { anyCharacter } from '../../../support/any-character.ts';
import { collect, fileLines } from './file-bytes.ts';

const { userId: id, bookingName: name, flag: deleted } = rules;
const recordRules = { required: { id, name }, optional: { note: name, deleted }, numericTextFields: ['note'] };

const read = (content: string | Buffer) => collect(readCsv(fileLines(content), makeDecode(), recordRules));

const lineOf = ({ line }: { line: number }): number => line;
const faultsOf = async (content: string) =>
  (await read(content)).filter((record) => 'reason' in record).map(({ line, reason }) => `${line} ${reason}`);

describe('readCsv', () => {
  it('names the cells by the header row, in any order, and reads digits of a number column as a number', async () => {
    expect(await read('\uFEFFname,id,note\r\nZoë,7,x\r\n\r\n012,1x,\r\n')).toEqual([
      { line: 2, fields: { name: 'Zoë', id: 7, note: 'x' } },
      { line: 4, fields: { name: '012', id: '1x', note: null } },
    ]);
  });

  it('ignores the column `reason`, which the console adds to bad lines', async () => {
    expect(await read('id;name;reason\r\n1;a;"has; quotes"\r\n2;b\r\n')).toEqual([
      { line: 2, fields: { id: 1, name: 'a' } },
      { line: 3, reason: 'has 2 cells where the header row has 3' },
    ]);
  });

  it('reads an empty cell, quoted or not, as null and keeps every space', async () => {
    expect(await read('id,name,note\n1,,""\n2, a ," b "')).toEqual([
      { line: 2, fields: { id: 1, name: null, note: null } },
      { line: 3, fields: { id: 2, name: ' a ', note: ' b ' } },
    ]);
  });

  it('reads a list from texts separated by spaces', async () => {
    const users = { required: { id }, optional: { uids: rules.uids }, numericTextFields: ['uids'] };
    const rows = 'id,uids\n1,E-1\n2, E-1  007 \n3,\n4,E-1 1.2E+11\n';
    expect(await collect(readCsv(fileLines(rows), makeDecode('utf-8'), users))).toEqual([
      { line: 2, fields: { id: 1, uids: ['E-1'] } },
      { line: 3, fields: { id: 2, uids: ['E-1', '007'] } },
      { line: 4, fields: { id: 3, uids: null } },
      { line: 5, reason: expect.stringMatching(/^uids "E-1 1.2E\+11" is in scientific notation/) },
    ]);
  });

  it.each([
    ['true', true],
    ['FALSE', false],
    ['yes', 'yes'],
    ['untrue', 'untrue'],
    ['falsehood', 'falsehood'],
    ['', null],
  ])('reads %j in the column `deleted` as %j', async (cell, value) => {
    expect(await read(`id,name,deleted\n1,a,${cell}`)).toMatchObject([{ fields: { deleted: value } }]);
  });

  it('reads other cells as text, such as "true" in a text column, or digits with other characters', async () => {
    expect(await read('id,name,note\nx7,true,false\n007x,42,\n1234,a,')).toEqual([
      { line: 2, fields: { id: 'x7', name: 'true', note: 'false' } },
      { line: 3, fields: { id: '007x', name: '42', note: null } },
      { line: 4, fields: { id: 1234, name: 'a', note: null } },
    ]);
  });

  it.each([';', '\t'])('recognises the separator %j', async (delimiter) => {
    const content = `id${delimiter}name\r\n1${delimiter}"a,b"`;
    expect(await read(content)).toEqual([{ line: 2, fields: { id: 1, name: 'a,b' } }]);
  });

  it.each([
    ['0042,a,', 'id "0042" has leading zeros'],
    ['1.5E+7,a,', 'id "1.5E+7" is in scientific notation'],
    ['1,a,1.23457E+11', 'note "1.23457E+11" is in scientific notation'],
    ['007,a,1e+7', 'id "007" has leading zeros; note "1e+7" is in scientific notation'],
    ['1,#DIV/0!,', 'name "#DIV/0!" is an error value of a spreadsheet'],
    ['1,#N/A,', 'name "#N/A" is an error value of a spreadsheet'],
    ['1,#N/A not found,', 'name "#N/A not found" is an error value of a spreadsheet'],
  ])('rejects a row with a value that a spreadsheet has changed: %s', async (row, reason) => {
    expect(
      await faultsOf(`id,name,note\n${row}\n2,1E+3,E+1\n3,a,x1E+3\n4,a,1E+3x\n5,a,1;5E+3\n6,x#REF!,#REF!x`),
    ).toEqual([expect.stringContaining(`2 ${reason}`)]);
  });

  it('reads quoted cells with commas, quotes and line ends, and numbers the rows by the lines that they begin on', async () => {
    const records = await read('id,name\n1,"a,""b""\r\n\nc"\n2,d\n"3","""e"""\r\n4,"\n"');
    expect(records).toEqual([
      { line: 2, fields: { id: 1, name: 'a,"b"\r\n\nc' } },
      { line: 5, fields: { id: 2, name: 'd' } },
      { line: 6, fields: { id: 3, name: '"e"' } },
      { line: 7, fields: { id: 4, name: '\n' } },
    ]);
  });

  it('reads any text of quoted cells, wherever the chunks of the file end', async () => {
    const text = fc.oneof(
      fc.string({ minLength: 1, maxLength: 8, unit: anyCharacter }),
      fc.string({ minLength: 1, unit: fc.constantFrom('"', ',', '\n', '\r', ' ') }),
    );
    const row = fc.record({ id: fc.nat(), name: text, note: fc.option(text) });
    const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 20 }), fc.integer({ min: 1, max: 300 }), async (rows, chunkSize) => {
        const lines = rows.map(({ id: number, name: own, note }) => [number, quote(own), quote(note ?? '')].join(','));
        const content = ['id,name,note', ...lines].join('\r\n');
        const records = await collect(readCsv(fileLines(content, chunkSize), makeDecode(), recordRules));
        expect(records.map((record) => 'fields' in record && record.fields)).toEqual(rows);
      }),
    );
  });

  it('keeps a byte order mark that begins a cell, and a carriage return inside a cell', async () => {
    expect(await read('id,name\n1,\uFEFFa\rb\r\n')).toEqual([{ line: 2, fields: { id: 1, name: '\uFEFFa\rb' } }]);
  });

  it.each([
    ['a quote after the beginning of a cell', '1,a"b'],
    ['text after the end of a quoted cell', '1,"a"b'],
    ['too many cells, one of which spans several lines', '1,2,"\n"'],
  ])('loses only the line with %s', async (_, bad) => {
    const records = await read(`id,name\n0,a\n${bad}\n2,"b"\n3,c\n`);
    const good = records.filter((record) => 'fields' in record).map(({ fields }) => fields['id']);
    expect(good).toEqual([0, 2, 3]);
    expect(records.filter((record) => 'reason' in record).map(lineOf)).toContain(3);
  });

  it('reports what is wrong with a row', async () => {
    expect(await faultsOf('id,name\n1\n1,a"\n1,"a')).toEqual([
      '2 has 1 cells where the header row has 2',
      '3 has a quotation mark in the wrong place; inside a quoted cell it must be doubled',
      '4 has a quoted cell that does not end',
    ]);
  });

  it('limits the search for the end of an unclosed cell, and reads the searched lines again', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => `${index},name`);
    const records = await read(`id,name\n1,"open\n${rows.join('\n')}`);
    expect(records.filter((record) => 'reason' in record).map(lineOf)).toEqual([2]);
    expect(records).toHaveLength(10_001);
  });

  it('reports a line that is too long, and a row of several lines that are too long together', async () => {
    const longest = `1,"${'x'.repeat(MAX_LINE_BYTES - 9)}\n12345"`;
    expect(await faultsOf(`id,name\n1,${'x'.repeat(MAX_LINE_BYTES)}\n${longest}\n2,b`)).toEqual([
      '2 is longer than 64 KiB',
    ]);
    expect(await faultsOf(`id,name\n${longest.replace('x', 'xx')}\n2,b`)).toEqual([
      '2 has a quoted cell that does not end',
      expect.stringContaining('3 '),
    ]);
  });

  it('reports a cell that is not UTF-8', async () => {
    const content = Buffer.concat([Buffer.from('id,name\n1,"'), Buffer.from([0xe9]), Buffer.from('"\n2,é')]);
    expect(await read(content)).toEqual([
      { line: 2, reason: NOT_UTF8 },
      { line: 3, fields: { id: 2, name: 'é' } },
    ]);
  });
});

describe('The header row of a CSV file', () => {
  it.each([
    ['', 'The file is empty; its first line must name the columns.'],
    ['id,note\n', 'The header row lacks the column name.'],
    ['id,name,id\n', 'The header row names the column "id" twice.'],
    [
      'id,name,No te\n',
      'The header row names the column "No te", which is unknown; the nearest known name is "note" (known: id, name, note, deleted).',
    ],
    [
      'id;nam\n',
      'The header row names the column "nam", which is unknown; the nearest known name is "name" (known: id, name, note, deleted).',
    ],
    [
      'id,name,badge,nots,nam\n',
      'The header row names the columns "badge", "nots", "nam", which are unknown; the nearest known name to "nots" is "note"; the nearest known name to "nam" is "name" (known: id, name, note, deleted).',
    ],
    ['id;nam,e,x\n', 'The header row names the column "nam,e,x", which is unknown (known: id, name, note, deleted).'],
    ['1,Ada\n', 'The header row must name the columns id, name.'],
    ['id,"name\n', 'The header row has a quoted cell that does not end.'],
  ])('%j is rejected', async (content, message) => {
    await expect(read(content)).rejects.toMatchObject({ code: 'unreadable_file', details: { reason: message } });
  });

  it.each([
    [bookingRecord, 'companyId,id,uid,email', 'lacks the columns bookingId, userId. Is this a file of users?'],
    [userRecord, 'companyId,bookingId,userId', 'lacks the column id. Is this a file of bookings?'],
    [userRecord, 'companyId,email', 'lacks the column id.'],
  ])('is rejected with a hint if it looks like that of the other kind of file', async (expected, header, end) => {
    const records = readCsv(fileLines(`${header}\n1,a`), makeDecode(), expected);
    await expect(collect(records)).rejects.toMatchObject({ details: { reason: `The header row ${end}` } });
  });
});
