import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readLines } from '../../../shared/files/read-lines.ts';
import { readNdjson } from '../../../shared/files/read-ndjson.ts';
import { readCsv } from '../../../shared/files/read-records.ts';
import { badLinesNdjson, badRowsCsv, badRowsTable } from '../../../lib/console/browser/pages/import/bad-lines.ts';
import { badLinesOf, collect, fileBytes, readCsvFile } from '../files/file-bytes.ts';

const read = (file: string) => readCsvFile('users', file, { isCompanyGiven: true });

/** The file of bad rows that comes of a file whose rows are all bad. */
const badFileOf = async (content: string): Promise<string> => {
  let separator = '';
  const onSeparator = (found: string): void => {
    separator = found;
  };
  const [header, ...rows] = await collect(readCsv(fileBytes(content), { kind: 'users', onSeparator }));
  const explained = rows.map((row) => ({ ...row, reason: 'is bad' }));
  const table = badRowsTable(header && 'cells' in header ? header.cells : [], explained, separator);
  return badRowsCsv(table, separator).join('');
};

describe('The bad rows of a CSV file', () => {
  it.each([
    ['semicolons', 'id;uid;email\r\n1;A;x', 'id;uid;email;reason\r\n1;A;x;is bad\r\n'],
    ['tabs', 'id\tuid\n1\tA', 'id\tuid\treason\r\n1\tA\tis bad\r\n'],
    ['one column', 'id\n1', 'id,reason\r\n1,is bad\r\n'],
  ])('are written with the header row and the separator of the file: %s', async (_, content, file) => {
    expect(await badFileOf(content)).toBe(file);
  });

  it.each([
    ['cells in quotation marks', '1,"a, ""b""",c', '1,"a, ""b""",c,is bad'],
    ['line feeds in a cell', '1,"a\nb",c', '1,"a\nb",c,is bad'],
    ['a cell that looks like a formula', '1,=A1,+49 30', '1,=A1,+49 30,is bad'],
    ['a quotation mark that is not closed', '1,"a,c', '1,"#N/A ""a",c,is bad'],
    ['a quotation mark inside a word', '1,"a"b,c', '1,"#N/A ""a""b",c,is bad'],
    ['too few cells', '1', '1,#N/A,#N/A,is bad'],
    ['too many cells', '1,a,b,c', '1,a,b,c,is bad'],
  ])('with %s are written so that a spreadsheet shows each as one row', async (_, text, row) => {
    expect(await badFileOf(`id,uid,email\n${text}`)).toBe(`id,uid,email,reason\r\n${row}\r\n`);
  });

  it('get new reasons if they are still bad', async () => {
    expect(await badFileOf('id;reason;uid\n1;old;A')).toBe('id;uid;reason\r\n1;A;is bad\r\n');
  });

  it('with missing cells are rejected again until somebody adds the cells, and so delete no values', async () => {
    const cells = ['1', 'Ana', 'A-1', 'ana@demo.example'];
    for (const count of [1, 2, 3, 4]) {
      const file = await badFileOf(`id,name,uids,email,language\n${cells.slice(0, count).join(',')}`);
      expect(badLinesOf(await read(file))).toEqual([expect.stringMatching(/^2: .*#N\/A/)]);
    }
  });

  it('with a wrong quotation mark are rejected again until somebody corrects them, and so write no `#N/A`', async () => {
    const unit = fc.constantFrom('a', '"', ';', ',', '\t', ' ', '#');
    const bad = fc.string({ unit, maxLength: 12 }).map((text) => `1${text}`);
    await fc.assert(
      fc.asyncProperty(bad, fc.constantFrom(',', ';', '\t'), async (text, separator) => {
        const content = `${['id', 'name', 'uid'].join(separator)}\n${text}`;
        fc.pre(badLinesOf(await read(content)).some((message) => message.includes('quot')));
        expect(badLinesOf(await read(await badFileOf(content)))).toHaveLength(1);
      }),
    );
  });

  it('are imported like the original file', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ';', ',', '\t', '\n', ' ', '='), maxLength: 8 });
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 1 }), fc.constantFrom(',', ';', '\t'), async (names, separator) => {
        const rows = names.map((name, index) => [String(index + 1), quoted(name)].join(separator));
        const content = [['id', 'name'].join(separator), ...rows].join('\n');
        const fieldsOf = (records: Awaited<ReturnType<typeof read>>) =>
          records.map((record) => 'fields' in record && record.fields);
        expect(fieldsOf(await read(await badFileOf(content)))).toEqual(fieldsOf(await read(content)));
      }),
    );
  });
});

it('The bad lines of an NDJSON file get the reason as a member if they are JSON objects, and the numbers in them keep all digits', async () => {
  const texts = ['{"id":41.99999999999999999,"uid":"}"} ', '{}', '{"id":', '7'];
  const lines = badLinesNdjson(texts.map((text) => ({ reason: 'is bad', text })));
  expect(lines).toEqual([
    '{"id":41.99999999999999999,"uid":"}","reason":"is bad"}\n',
    '{"reason":"is bad"}\n',
    '{"id":\n',
    '7\n',
  ]);
  const [first] = await collect(readNdjson(readLines(fileBytes(lines.join(''))), { kind: 'users' }));
  expect(first).toMatchObject({ line: 1, fields: { uid: '}' } });
});
