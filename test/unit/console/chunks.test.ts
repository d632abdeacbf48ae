import { describe, expect, it } from '@jest/globals';
import { proposeColumns } from '../../../shared/files/columns.ts';
import { inspectRows } from '../../../shared/files/read-records.ts';
import { MAX_LINE_BYTES, MAX_LIST_BODY_BYTES } from '../../../shared/rules/fields.ts';
import { type Chunk, Chunks } from '../../../lib/console/browser/pages/import/chunks.ts';
import { openSheet, openText, type SourceFile } from '../../../lib/console/browser/pages/import/source-file.ts';

const readAll = async (chunks: Chunks, maxRows: number): Promise<Chunk[]> => {
  const all: Chunk[] = [];
  for (let chunk = await chunks.next(maxRows); chunk; chunk = await chunks.next(maxRows)) all.push(chunk);
  return all;
};

const tableOf = async (source: SourceFile, map = new Map<string, undefined>()) => {
  const inspection = await inspectRows(source.readRows());
  return { plan: proposeColumns('users', inspection, { map }), rowCount: inspection.rowCount };
};

const chunksOf = async (content: string, { maxRows = 1_000, ignore = [] as string[] } = {}): Promise<Chunk[]> => {
  const source = await openText(new File([content], 'users.csv'), 'csv', 'users');
  const map = new Map(ignore.map((heading) => [heading, undefined]));
  return readAll(new Chunks(source, await tableOf(source, map)), maxRows);
};

const ndjsonChunks = async (content: string, maxRows = 1_000): Promise<Chunk[]> =>
  readAll(new Chunks(await openText(new File([content], 'a.ndjson'), 'ndjson', 'users'), undefined), maxRows);

describe('The chunks of a table', () => {
  it('have our names for the columns, and whole rows, which the service cannot take for empty', async () => {
    const chunks = await chunksOf('Benutzer-ID;Name\r\n1;"Lima, Ana"\r\n\r\n2;\r\n3;"a ""b"""\r\n', { maxRows: 2 });
    expect(chunks.map(({ text, firstLine }) => [text, firstLine])).toEqual([
      ['id,name,reason\n1,"Lima, Ana",-\n2,,-', 2],
      ['id,name,reason\n3,"a ""b""",-', 5],
    ]);
  });

  it('say how much of the rows they end, although the whole file is read at once', async () => {
    const chunks = await chunksOf(`id\n${Array.from({ length: 10 }, (_, index) => `${index + 1}\n`).join('')}`, {
      maxRows: 4,
    });
    expect(chunks.map(({ share }) => Number(share.toFixed(9)))).toEqual([0.4, 0.8, 1]);
  });

  it('contain only the columns that are imported', async () => {
    const [chunk] = await chunksOf('id;Gehalt\n1;secret\n', { ignore: ['Gehalt'] });
    expect(chunk?.text).toBe('id,reason\n1,-');
    expect(chunk?.rows.get(0)).toEqual({ line: 2, cells: ['1', 'secret'] });
  });

  it('name each row by the number of lines before it in the body', async () => {
    const [chunk] = await chunksOf('id;name\n1;"a\nb"\n\n2;c\n');
    expect([...(chunk?.rows ?? [])].map(([offset, { line }]) => [offset, line])).toEqual([
      [0, 2],
      [2, 5],
    ]);
  });

  it('leave out rows that cannot be read, and say why', async () => {
    const long = 'x'.repeat(MAX_LINE_BYTES);
    const [chunk, ...others] = await chunksOf(`id;name\n1;a"\n2;b;c\n3;d\n4;${long}\n5\n`);
    expect(others).toEqual([]);
    expect(chunk?.text).toBe('id,name,reason\n3,d,-');
    expect(chunk?.badLines.map(({ line, reasons }) => [line, reasons[0]?.code])).toEqual([
      [2, 'unclosed_quote'],
      [3, 'cell_count'],
      [5, 'line_too_long'],
      [6, 'too_few_cells'],
    ]);
  });

  it('can contain no row at all, if none can be read', async () => {
    expect(await chunksOf('id;name\n1\n')).toMatchObject([{ text: 'id,name,reason', firstLine: 2, share: 1 }]);
  });

  it('fit into the body of a request', async () => {
    const row = `1;${'ü'.repeat(1_000)}\n`;
    const chunks = await chunksOf(`id;name\n${row.repeat(500)}`);
    const sizes = chunks.map(({ text }) => Buffer.byteLength(text));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_LIST_BODY_BYTES);
    expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThan(MAX_LIST_BODY_BYTES - 3_000);
    expect(chunks.reduce((sum, { rows }) => sum + rows.size, 0)).toBe(500);
  });

  it('of a workbook are numbered by the rows of the sheet', async () => {
    const rows = [
      { line: 1, cells: ['id'] },
      { line: 4, cells: ['7'] },
    ];
    const source = openSheet(new File([], 'a.xlsx'), { sheets: ['A'], sheet: 'A', rows });
    expect(await readAll(new Chunks(source, await tableOf(source)), 10)).toMatchObject([
      { text: 'id,reason\n7,-', firstLine: 4, share: 1 },
    ]);
  });
});

it('The chunks of an NDJSON file are its lines, without blank ones and those that cannot be read', async () => {
  const chunks = await ndjsonChunks('{"id":1}\n\n{"id":"\uFFFD"}\n{"id":2}\n{"id":3}', 3);
  expect(chunks.map(({ text, firstLine, badLines }) => [text, firstLine, badLines.map(({ line }) => line)])).toEqual([
    ['{"id":1}\n{"id":2}', 1, [3]],
    ['{"id":3}', 5, []],
  ]);
  expect(chunks[0]?.rows.get(1)).toEqual({ line: 4, text: '{"id":2}' });
  expect(chunks.map(({ share }) => share)).toEqual([expect.closeTo(0.775), expect.closeTo(1)]);
});

describe('The encoding of a file', () => {
  it.each([
    ['UTF-8', Buffer.from('id;name\n1;Zoë\n'), 'utf-8', 'Zoë'],
    ['Windows-1252', Buffer.from('id;name\n1;Zo\xeb\n', 'latin1'), 'windows-1252', 'Zoë'],
    ['UTF-16', Buffer.from('\uFEFFid;name\n1;Zoë\n', 'utf16le'), 'utf-8', 'Zoë'],
    ['ASCII', Buffer.from('id;name\n1;Zoe\n'), 'utf-8', 'Zoe'],
    ['UTF-8 with a lost character', Buffer.from('id;name\n1;ZoëЖЖ\uFFFD\n'), 'utf-8', undefined],
  ] as const)('is recognised: %s', async (_, content, encoding, name) => {
    const source = await openText(new File([new Uint8Array(content)], 'a.csv'), 'csv', 'users');
    expect(source.encoding).toBe(encoding);
    const rows = [];
    for await (const page of source.readRows()) rows.push(...page);
    const [, row] = rows;
    expect(row && 'cells' in row ? row.cells[1] : undefined).toBe(name);
    expect(source.separator()).toBe(';');
  });
});
