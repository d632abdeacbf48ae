import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readLines } from '../../../shared/files/read-lines.ts';
import { readNdjson } from '../../../shared/files/read-ndjson.ts';
import { badLinesCsv, badLinesNdjson } from '../../../lib/console/browser/pages/import/bad-lines.ts';
import { badLinesOf, collect, fileBytes, readCsvFile } from '../files/file-bytes.ts';

const read = (file: string) => readCsvFile('users', file, { isCompanyGiven: true });

const bad = (...texts: string[]) => texts.map((text, index) => ({ line: index + 2, reason: 'is bad', text }));

describe('The bad lines of a CSV file', () => {
  it.each([
    ['semicolons', 'id;uid;email\r', '1;A;x', ['id;uid;email;reason\r\n', '1;A;x;is bad\r\n']],
    ['tabs', 'id\tuid', '1\tA', ['id\tuid\treason\r\n', '1\tA\tis bad\r\n']],
    ['one column', 'id', '1', ['id,reason\r\n', '1,is bad\r\n']],
  ])('are written with the header row and the separator of the file: %s', (_, header, text, file) => {
    expect(badLinesCsv(header, bad(text))).toEqual(file);
  });

  it.each([
    ['cells in quotation marks', '1,"a, ""b""",c', '1,"a, ""b""",c,is bad'],
    ['line feeds in a cell', '1,"a\nb",c', '1,"a\nb",c,is bad'],
    ['a cell that looks like a formula', '1,=A1,+49 30', '1,=A1,+49 30,is bad'],
    ['a quotation mark that is not closed', '1,"a,c', '1,"#N/A ""a",c,is bad'],
    ['a quotation mark inside a word', '1,"a"b,c', '1,"#N/A ""a""b",c,is bad'],
    ['too few cells', '1', '1,#N/A,#N/A,is bad'],
    ['too many cells', '1,a,b,c', '1,a,b,c,is bad'],
  ])('with %s are written so that a spreadsheet shows each as one row', (_, text, row) => {
    expect(badLinesCsv('id,uid,email', bad(text))[1]).toBe(`${row}\r\n`);
  });

  it('get new reasons if they are still bad', () => {
    expect(badLinesCsv('id;reason;uid', bad('1;old;A'))).toEqual(['id;uid;reason\r\n', '1;A;is bad\r\n']);
  });

  it('with missing cells are rejected again until somebody adds the cells, and so delete no values', async () => {
    const header = 'id,name,uids,email,language';
    const short = fc
      .integer({ min: 1, max: 4 })
      .map((count) => ['1', 'Ana', 'A-1', 'ana@demo.example'].slice(0, count));
    await fc.assert(
      fc.asyncProperty(short, async (cells) => {
        const file = badLinesCsv(header, bad(cells.join(','))).join('');
        expect(badLinesOf(await read(file))).toEqual([expect.stringMatching(/^2: .*#N\/A/)]);
      }),
    );
  });

  it('with a wrong quotation mark are rejected again until somebody corrects them, and so write no `#N/A`', async () => {
    const unit = fc.constantFrom('a', '"', ';', ',', '\t', '\r', ' ', '#');
    const line = fc.string({ unit, maxLength: 12 }).map((text) => `1${text}`);
    await fc.assert(
      fc.asyncProperty(line, fc.constantFrom(',', ';', '\t'), async (text, separator) => {
        const header = ['id', 'name', 'uid'].join(separator);
        const original = await read(`${header}\n${text}`);
        fc.pre(badLinesOf(original).some((message) => message.includes('quot')));
        const again = await read(badLinesCsv(header, bad(text)).join(''));
        expect(again).toEqual([{ line: 2, reasons: expect.anything() }]);
      }),
    );
  });

  it('are imported like the original file', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'é', '"', ';', ',', '\t', '\n', '\r', ' ', '='),
      maxLength: 8,
    });
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 1 }), fc.constantFrom(',', ';', '\t'), async (uids, separator) => {
        const header = ['id', 'uid'].join(separator);
        const rows = uids.map((uid, index) => [String(index + 1), quoted(uid)].join(separator));
        const original = await read([header, ...rows].join('\n'));
        const again = await read(badLinesCsv(header, bad(...rows)).join(''));
        const fieldsOf = (records: typeof original) => records.map((record) => 'fields' in record && record.fields);
        expect(fieldsOf(again)).toEqual(fieldsOf(original));
      }),
    );
  });
});

describe('The bad lines of an NDJSON file', () => {
  it('get the reason as a member if they are JSON objects, and the numbers in them keep all digits', async () => {
    const lines = badLinesNdjson(bad('{"id":41.99999999999999999,"uid":"}"} ', '{}', '{"id":', '7'));
    expect(lines).toEqual([
      '{"id":41.99999999999999999,"uid":"}","reason":"is bad"}\n',
      '{"reason":"is bad"}\n',
      '{"id":\n',
      '7\n',
    ]);
    const [first] = await collect(readNdjson(readLines(fileBytes(lines.join(''))), { kind: 'users' }));
    expect(first).toMatchObject({ line: 1, fields: { uid: '}' } });
  });
});
