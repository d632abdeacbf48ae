import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type Chunk,
  ChunkReader,
  LineTooLongError,
  WorkbookError,
  WrongEncodingError,
} from '../../../lib/console/browser/pages/import/chunk-reader.ts';

const KIB = 1024;

const readAll = async (file: Blob, options = {}, maxLines = 1_000): Promise<Chunk[]> => {
  const reader = new ChunkReader(file, { hasHeader: true, encoding: 'utf-8', ...options });
  const chunks: Chunk[] = [];
  for (let chunk = await reader.next(maxLines); chunk !== undefined; chunk = await reader.next(maxLines))
    chunks.push(chunk);
  return chunks;
};

describe('A file of any size', () => {
  it('is split into chunks of a given number of lines, each with the header row and the number of its first line', async () => {
    expect(await readAll(new Blob(['id,email\n1,a@x\n2,b@x\n3,c@x\n']), {}, 2)).toEqual([
      { header: 'id,email\n', text: 'id,email\n1,a@x\n2,b@x\n', firstLine: 2, lines: 2, end: 21 },
      { header: 'id,email\n', text: 'id,email\n3,c@x\n', firstLine: 4, lines: 1, end: 27 },
    ]);
  });

  it('can have carriage returns, and need not end with a line feed', async () => {
    expect(await readAll(new Blob(['id\r\n1\r\n2']))).toEqual([
      { header: 'id\r\n', text: 'id\r\n1\r\n2', firstLine: 2, lines: 2, end: 8 },
    ]);
  });

  it('is never split inside quotation marks', async () => {
    const chunks = await readAll(new Blob(['id,name\n1,"a\nb ""c""\nd"\n2,e\n']), {}, 1);
    expect(chunks.map(({ text, firstLine }) => [text, firstLine])).toEqual([
      ['id,name\n1,"a\nb ""c""\nd"\n', 2],
      ['id,name\n2,e\n', 5],
    ]);
  });

  it.each([
    ['in the last line', 'id,name\n1,a\n2,"b', [2, 3]],
    ['in the last line, before a line feed,', 'id,name\n1,a\n2,"b\n', [2, 3]],
    ['in the middle', 'id,name\n1,"a\n2,b\n3,c\n', [2, 3, 4]],
    ['before 100 KB of text', `id,name\n1,"a\n2,${'b'.repeat(50 * KIB)}\n3,${'c'.repeat(50 * KIB)}\n`, [2, 3, 4]],
  ])('with an unclosed quotation mark %s is misread in that line only', async (_, content, lines) => {
    const chunks = await readAll(new Blob([content]), {}, 1);
    expect(chunks.map(({ firstLine }) => firstLine)).toEqual(lines);
    expect(chunks.map(({ text }) => text.slice('id,name\n'.length)).join('')).toBe(content.slice('id,name\n'.length));
    const [whole] = await readAll(new Blob([content]));
    expect(whole).toMatchObject({ firstLine: 2, lines: lines.length });
  });

  it('that contains NDJSON has no header, and is split regardless of quotation marks', async () => {
    const chunks = await readAll(new Blob(['{"a":"\\""}\n{"a":2}\n']), { hasHeader: false }, 1);
    expect(chunks.map(({ text, firstLine }) => [text, firstLine])).toEqual([
      ['{"a":"\\""}\n', 1],
      ['{"a":2}\n', 2],
    ]);
  });

  it('that is empty or has only a header row has no chunks', async () => {
    expect(await readAll(new Blob(['id,email\n']))).toEqual([]);
    expect(await readAll(new Blob([]))).toEqual([]);
  });

  it.each([['504b0304'], ['d0cf11e0']])('that is an Excel workbook (%s) is rejected', async (start) => {
    const file = new Blob([Buffer.from(start, 'hex'), 'id,email\n1,a@x\n']);
    await expect(readAll(file)).rejects.toThrow(WorkbookError);
  });

  it('can begin with the letters PK without being taken for a workbook', async () => {
    expect(await readAll(new Blob(['PK,email\n1,a@x\n']))).toHaveLength(1);
  });

  it('that is not UTF-8 is rejected, unless it is read as Windows-1252', async () => {
    const file = new Blob([new Uint8Array([0x69, 0x64, 0x0a, 0xfc, 0x0a])]);
    await expect(readAll(file)).rejects.toThrow(WrongEncodingError);
    expect((await readAll(file, { encoding: 'windows-1252' }))[0]?.text).toBe('id\nü\n');
  });

  it('is rejected at a line that is too long for a request', async () => {
    const file = new Blob(['id\n1\n', `"${'x'.repeat(300 * KIB)}\n`]);
    const reader = new ChunkReader(file, { hasHeader: true, encoding: 'utf-8' });
    await reader.next(1);
    await expect(reader.next(1)).rejects.toEqual(new LineTooLongError(3));
  });

  it('is read completely and in order, in chunks that fit into a request', async () => {
    const cells = fc.array(fc.stringMatching(/^[a-z",\n ü]{0,40}$/), { minLength: 1, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(
        cells,
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 400 }),
        async (texts, repeat, max) => {
          const rows = Array.from({ length: repeat }, () =>
            texts.map((text) => `"${text.replaceAll('"', '""')}"\n`),
          ).flat();
          const chunks = await readAll(new Blob(['header\n', ...rows]), {}, max);
          expect(chunks.map(({ text }) => text.slice('header\n'.length)).join('')).toBe(rows.join(''));
          let line = 2;
          for (const chunk of chunks) {
            expect(chunk.firstLine).toBe(line);
            expect(new TextEncoder().encode(chunk.text).length).toBeLessThanOrEqual(256 * KIB);
            line += chunk.lines;
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('with long lines is split by size', async () => {
    const chunks = await readAll(new Blob(['id\n', ...Array.from({ length: 20 }, () => `${'x'.repeat(50 * KIB)}\n`)]));
    expect(chunks.length).toBeGreaterThan(3);
    for (const { text } of chunks) expect(text.length).toBeLessThanOrEqual(256 * KIB);
  });
});
