import { describe, expect, it } from '@jest/globals';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { readWorkbook } from '../../../shared/files/workbook/read-workbook.ts';
import { makeWorkbook } from '../../support/make-workbook.ts';
import { fileReasonOf } from './file-bytes.ts';

const cellsOf = (row: string, options = {}) =>
  readWorkbook(makeWorkbook({ sheets: { Sheet1: `<row r="1">${row}</row>` }, ...options })).rows[0]?.cells;
const reasonOf = (file: Uint8Array, sheet?: string) =>
  fileReasonOf(Promise.resolve().then(() => readWorkbook(file, sheet)));

describe('A workbook', () => {
  it('has shared strings, in one piece or several, without the pronunciation, and inline strings', () => {
    const strings = [
      '<t>a &amp; b</t>',
      '<r><t>c</t></r><r><t xml:space="preserve"> d</t></r><rPh><t>x</t></rPh>',
      '<t>e_x000D_f</t>',
    ];
    const row =
      '<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="inlineStr"><is><r><t>g</t></r><r><t>h</t></r></is></c><c t="inlineStr"><is><t>i</t><rPh sb="0" eb="1"><t>x</t></rPh></is></c>';
    expect(cellsOf(row, { strings })).toEqual(['a & b', 'c d', 'e\rf', 'gh', 'i']);
  });

  it('has numbers as they are stored, with the leading zeros of their format', () => {
    const row =
      '<c s="1"><v>5007</v></c><c s="2"><v>5007</v></c><c><v>5007</v></c><c><v>5010.5</v></c><c><v>1.23E+13</v></c><c><v>1.2345678901234567E+19</v></c><c t="n"><v>-7</v></c>';
    expect(cellsOf(row, { styles: ['0000000', '0000000;-0000000'] })).toEqual([
      '0005007',
      '0005007',
      '5007',
      '5010.5',
      '12300000000000',
      '1.2345678901234567e+19',
      '-7',
    ]);
  });

  it.each([
    ['"B-"0000', 42, 'B-0042'],
    ['"B-"0', 42, 'B-42'],
    ['"DAY_"000', 42, 'DAY_042'],
    ['"B-"0000', 123_456, 'B-123456'],
    ['\\K00\\/00;[Red]0', 123, 'K01/23'],
    ['000-00-0000', 123_456_789, '123-45-6789'],
    ['[$-407]_-0000" X"_-', 7, '0007 X'],
    ['0" min"', 30, '30'],
    ['0.00" km"', 30, '30'],
    ['#,##0', 5007, '5007'],
    ['"B-"0000', 7.5, '7.5'],
    ['"B-"0000', -7, '-7'],
  ])('has the fixed text of the format %s: %d is %s', (style, number, text) => {
    expect(cellsOf(`<c s="1"><v>${number}</v></c>`, { styles: [style] })).toEqual([text]);
  });

  it('has a computed integer as it is shown, although the workbook stores it with an error', () => {
    const values = ['14.999999999999964', '30.000000000000142', '5010.5', '0.1', '1000.001'];
    expect(cellsOf(values.map((value) => `<c><f>A1</f><v>${value}</v></c>`).join(''))).toEqual([
      '15',
      '30',
      '5010.5',
      '0.1',
      '1000.001',
    ]);
  });

  it.each([
    [22, '2026-11-30 08:00'],
    ['dd.mm.yyyy hh:mm', '2026-11-30 08:00'],
    ['[$-407]d. mmmm yyyy h:mm', '2026-11-30 08:00'],
    ['yyyy-mm-dd', '2026-11-30 08:00'],
    ['0.00', '46356.333333333336'],
    ['"d"0', '46356.333333333336'],
    ['General', '46356.333333333336'],
  ])('has dates by the format %j, rounded to the second', (style, text) => {
    expect(cellsOf('<c s="1"><v>46356.333333333336</v></c>', { styles: [style] })).toEqual([text]);
  });

  it.each([
    [46_356, 14, '2026-11-30 --:--'],
    [46_356, 'dd/mm/yyyy hh:mm', '2026-11-30 00:00'],
    [46_356.416_666_666_6, 22, '2026-11-30 10:00'],
    [46_356.416_678_24, 22, '2026-11-30 10:00:01'],
    [0.333_333_333_3, 'hh:mm', '08:00'],
  ])('reads %d with the format %j as %s', (serial, style, text) => {
    expect(cellsOf(`<c s="1"><v>${serial}</v></c>`, { styles: [style] })).toEqual([text]);
  });

  it('reads dates of the 1904 system', () => {
    expect(cellsOf('<c s="1"><v>44894.333333333336</v></c>', { styles: [22], is1904: true })).toEqual([
      '2026-11-30 08:00',
    ]);
  });

  it('has the stored values of formulas, also errors; a formula without one is an error', () => {
    const row =
      '<c t="str"><f>A1&amp;"x"</f><v>B-1</v></c><c><f>1+1</f><v>2</v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c><c><f>A1</f></c><c t="b"><v>1</v></c><c t="b"><v>true</v></c><c t="b"><v>0</v></c><c t="str"><f>""</f><v></v></c><c t="d"><v>2026-11-30T08:00:00.000Z</v></c><c t="d"><v>2026-11-30</v></c>';
    expect(cellsOf(row)).toEqual([
      'B-1',
      '2',
      '#DIV/0!',
      '#N/A (a formula without a stored value)',
      'true',
      'true',
      'false',
      '',
      '2026-11-30T08:00:00',
      '2026-11-30 --:--',
    ]);
  });

  it('has an error for a formula whose value another program left empty, so that no attribute is cleared', () => {
    const row = '<c r="A1"><f>TEXT(7,"000")</f><v /></c><c r="B1"><f>A1</f><v></v></c>';
    expect(cellsOf(row)).toEqual(Array.from({ length: 2 }, () => '#N/A (a formula without a stored value)'));
  });

  it('has rows with their numbers, without empty ones, all as wide as the first; hidden rows are read too', () => {
    const data =
      '<row r="2"><c r="A2"><v>1</v></c><c r="C2"><v>2</v></c></row><row r="4"/><row r="5"><c r="B5" t="inlineStr"><is><t> </t></is></c></row><row r="6" hidden="1"><c r="B6"><v>3</v></c></row><row r="7"><c r="XFD7"><v>4</v></c></row>';
    expect(readWorkbook(makeWorkbook({ sheets: { S: data } })).rows).toEqual([
      { line: 2, cells: ['1', '', '2'] },
      { line: 6, cells: ['', '3', ''] },
      { line: 7, cells: ['', '', '', '4'] },
    ]);
  });

  it('has the value of merged cells in each of their rows, except below the header row', () => {
    const row = (line: number, ...texts: string[]): string =>
      `<row r="${line}">${texts.map((text) => `<c t="str"><v>${text}</v></c>`).join('')}</row>`;
    const data = [
      row(1, 'a', 'b', 'c', 'd'),
      row(2, '1', 'x', 'y'),
      row(3, '2'),
      row(5, '4', '', 'z'),
      row(6, '', '5'),
    ];
    // Some programs merge a single cell.
    const single = 'A5';
    const merged = ['B2:B5', 'B3:B4', 'C2:C3', 'C5:D6', 'D1:D3', 'D2:D6', 'ZZ2:ZZ3', 'A9:A10', '', single];
    const { rows } = readWorkbook(makeWorkbook({ sheets: { S: data.join('') }, merged }));
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['a', 'b', 'c', 'd'],
      ['1', 'x', 'y', ''],
      ['2', 'x', 'y', ''],
      ['4', 'x', 'z', ''],
      ['', '5', 'z', ''],
    ]);
  });

  it('has ascending row numbers, whatever it says they are', () => {
    const rows = ['x', '-5', '7', '1e300', '7'].map((r) => `<row r="${r}"><c><v>1</v></c></row>`).join('');
    const lines = readWorkbook(makeWorkbook({ sheets: { A: rows } })).rows.map(({ line }) => line);
    expect(lines).toEqual([1, 2, 7, 8, 9]);
  });

  it('takes linear time for a reference of any length', () => {
    const merged = [`A1:${'1'.repeat(100_000)}x`, `A${'1'.repeat(100_000)}x`];
    const startedAt = performance.now();
    expect(readWorkbook(makeWorkbook({ sheets: { S: '<row><c><v>1</v></c></row>' }, merged })).rows).toHaveLength(1);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it('takes no longer, and no more memory, for a format of any length', () => {
    const styles = ['[', '0'].map((part) => part.repeat(100_000));
    const row = '<c s="1"><v>7</v></c><c s="2"><v>7</v></c>';
    const startedAt = performance.now();
    expect(cellsOf(row, { styles })).toEqual(['7', '7'.padStart(255, '0')]);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it('with namespace prefixes and absolute part names is read too', () => {
    const file = zipSync({
      'xl/workbook.xml': strToU8(
        '<x:workbook xmlns:x="m" xmlns:rel="r"><x:sheets><x:sheet name="S" rel:id="a"/></x:sheets></x:workbook>',
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="a" Target="/xl/worksheets/s.xml"/></Relationships>',
      ),
      'xl/worksheets/s.xml': strToU8(
        '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>',
      ),
    });
    expect(readWorkbook(file).rows).toEqual([{ line: 1, cells: ['a'] }]);
  });

  it('can have parts of any name, as some programs of Microsoft write them', () => {
    const row = '<row r="1"><c t="s"><v>0</v></c><c s="1"><v>5007</v></c></row>';
    const file = makeWorkbook({ sheets: { S: row }, strings: ['<t>a</t>'], styles: ['0000000'], suffix: '22' });
    expect(readWorkbook(file)).toMatchObject({ sheet: 'S', rows: [{ cells: ['a', '0005007'] }] });
  });

  it.each<[string, (path: string) => string, (target: string) => string]>([
    ['in other case', (path) => path.replace('sharedStrings', 'SharedStrings'), (target) => target],
    ['with backslashes', (path) => path.replaceAll('/', '\\'), (target) => target],
    ['that begin with a slash', (path) => `/${path}`, (target) => target],
    ['referred to by relative paths', (path) => path, (target) => target.replace(/^(?!\/)/, '../xl/./')],
  ])('can have parts %s', (_, toPath, toTarget) => {
    const file = makeWorkbook({ sheets: { S: '<row><c t="s"><v>0</v></c></row>' }, strings: ['<t>a</t>'] });
    const parts = Object.entries(unzipSync(file)).map(([path, bytes]) => {
      const text = strFromU8(bytes).replaceAll(/(?<=Target=")[^"]+/g, toTarget);
      return [toPath(path), strToU8(text)];
    });
    expect(readWorkbook(zipSync(Object.fromEntries(parts))).rows).toEqual([{ line: 1, cells: ['a'] }]);
  });

  it('is read from its first visible sheet with content, or from the chosen one', () => {
    const [row, other] = ['<row><c><v>1</v></c></row>', '<row><c><v>2</v></c></row>'];
    const file = makeWorkbook({ sheets: { Empty: '', Secret: row, 'Q&A': other, Last: row }, hidden: ['Secret'] });
    const sheets = ['Empty', 'Q&A', 'Last'];
    expect(readWorkbook(file)).toMatchObject({ sheets, sheet: 'Q&A', rows: [{ cells: ['2'] }] });
    expect(readWorkbook(file, 'Last')).toMatchObject({ sheet: 'Last', rows: [{ cells: ['1'] }] });
  });
});

describe('A workbook is refused', () => {
  it('if its sheet does not exist or nothing is in it', async () => {
    const file = makeWorkbook({ sheets: { A: '', 'B c': '' } });
    expect(await reasonOf(file, 'X')).toBe('The workbook has no sheet "X". Its sheets are "A", "B c".');
    expect(await reasonOf(file)).toBe('The workbook has no sheet with content.');
  });

  it('if it is damaged or another kind of ZIP file', async () => {
    const damaged = 'The workbook cannot be read: it is damaged, or was not written as .xlsx.';
    const whole = makeWorkbook({ sheets: { A: '<row><c><v>1</v></c></row>' } });
    const other = zipSync({ 'word/document.xml': strToU8('<d/>') });
    for (const file of [whole.subarray(0, 400), strToU8('PK\u0003\u0004'), other])
      expect(await reasonOf(file)).toBe(damaged);
    expect(await reasonOf(makeWorkbook({ sheets: { A: '<row><c><v>1</c></row>' } }))).toBe(damaged);
  });

  it('if it is larger than 10 MB', async () => {
    expect(await reasonOf(new Uint8Array(10_000_001))).toMatch(/^The workbook is larger than 10 MB/);
  });

  /** Changes the unpacked size that the central directory says of each part. */
  const claimSize = (workbook: Uint8Array, bytes: number): Uint8Array => {
    const file = Buffer.from(workbook);
    for (let at = file.indexOf('PK\u0001\u0002'); at !== -1; at = file.indexOf('PK\u0001\u0002', at + 1))
      file.writeUInt32LE(bytes, at + 24);
    return file;
  };

  it('before it is unpacked, if it says that it would be larger than 100 MB', async () => {
    const file = claimSize(makeWorkbook({ sheets: { A: '<row><c><v>1</v></c></row>' } }), 60_000_000);
    expect(await reasonOf(file)).toMatch(/^Unpacked, the workbook is larger than 100 MB/);
  });

  it('if it unpacks to more than it says', async () => {
    const file = claimSize(makeWorkbook({ sheets: { A: `<row><c><v>1</v></c></row>${' '.repeat(100_000)}` } }), 20);
    expect(await reasonOf(file)).toMatch(/cannot be read/);
  });

  it.each([
    ['tag', `<row><c t="${'a'.repeat(1_000_000)}"><v>1</v></c></row>`],
    ['text', `<row><c><v>${'1'.repeat(1_000_000)}</v></c></row>`],
    ['comment', `<!--${'-'.repeat(1_000_000)}--><row><c><v>1</v></c></row>`],
  ])('if a %s in it is so long that reading it again and again would take hours', async (_, data) => {
    expect(await reasonOf(makeWorkbook({ sheets: { A: data } }))).toMatch(/cannot be read/);
  });

  it('if it has so many columns that its rows do not fit into memory', async () => {
    const sheet = `<row><c r="A1"><v>1</v></c><c r="XFD1"><v>1</v></c></row>${'<row><c><v>1</v></c></row>'.repeat(2_500)}`;
    expect(await reasonOf(makeWorkbook({ sheets: { A: sheet } }))).toMatch(/more than 2441 rows/);
  });

  it('if it has more than 200,000 rows', async () => {
    const rows = '<row><c><v>1</v></c></row>';
    expect(await reasonOf(makeWorkbook({ sheets: { A: rows.repeat(200_002) } }))).toMatch(/more than 200000 rows/);
  });
});
