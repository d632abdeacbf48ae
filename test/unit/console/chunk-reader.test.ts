import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_LINE_BYTES } from '../../../shared/rules/byte-limits.ts';
import {
  type Chunk,
  ChunkReader,
  LineTooLongError,
  WrongEncodingError,
  recordAt,
} from '../../../lib/console/browser/pages/import/chunk-reader.ts';

const KIB = 1024;

const readAll = async (file: Blob, options = {}, maxLines = 1_000): Promise<Chunk[]> => {
  const reader = new ChunkReader(file, { isCsv: true, encoding: 'utf-8', ...options });
  const chunks: Chunk[] = [];
  for (let chunk = await reader.next(maxLines); chunk !== undefined; chunk = await reader.next(maxLines))
    chunks.push(chunk);
  return chunks;
};

describe('A file of any size', () => {
  it('is split into chunks of a given number of lines, each with the header row and the number of its first line', async () => {
    expect(await readAll(new Blob(['id,email\n1,a@x\n2,b@x\n3,c@x\n']), {}, 2)).toEqual([
      { text: 'id,email\n1,a@x\n2,b@x', firstLine: 2, lines: ['1,a@x', '2,b@x'], share: 21 / 27 },
      { text: 'id,email\n3,c@x', firstLine: 4, lines: ['3,c@x'], share: 1 },
    ]);
  });

  it('can have carriage returns, and need not end with a line feed', async () => {
    expect(await readAll(new Blob(['id\r\n1\r\n2']))).toEqual([
      { text: 'id\r\n1\r\n2', firstLine: 2, lines: ['1\r', '2'], share: 1 },
    ]);
  });

  it('is never split inside quotation marks', async () => {
    const chunks = await readAll(new Blob(['id,name\n1,"a\nb ""c""\nd"\n2,e\n']), {}, 1);
    expect(chunks.map(({ text, firstLine }) => [text, firstLine])).toEqual([
      ['id,name\n1,"a\nb ""c""\nd"', 2],
      ['id,name\n2,e', 5],
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
    expect(['id,name', ...chunks.flatMap((chunk) => chunk.lines)].join('\n')).toBe(content.replace(/\n$/, ''));
    const [whole] = await readAll(new Blob([content]));
    expect([whole?.firstLine, whole?.lines.length]).toEqual([2, lines.length]);
  });

  it('that contains NDJSON has no header, and is split regardless of quotation marks', async () => {
    const chunks = await readAll(new Blob(['{"a":"\\""}\n{"a":2}\n']), { isCsv: false }, 1);
    expect(chunks.map(({ text, firstLine }) => [text, firstLine])).toEqual([
      ['{"a":"\\""}', 1],
      ['{"a":2}', 2],
    ]);
  });

  it('that is empty or has only a header row has no chunks', async () => {
    expect(await readAll(new Blob(['id,email\n']))).toEqual([]);
    expect(await readAll(new Blob([]))).toEqual([]);
  });

  it('that is not UTF-8 is rejected, unless it is read as Windows-1252', async () => {
    const file = new Blob([new Uint8Array([0x69, 0x64, 0x0a, 0xfc, 0x0a])]);
    await expect(readAll(file)).rejects.toThrow(WrongEncodingError);
    expect((await readAll(file, { encoding: 'windows-1252' }))[0]?.text).toBe('id\nü');
  });

  it('is rejected at a line that is too long for a request', async () => {
    const file = new Blob(['id\n1\n', `"${'x'.repeat(300 * KIB)}\n`]);
    const reader = new ChunkReader(file, { isCsv: true, encoding: 'utf-8' });
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
          expect(chunks.flatMap(({ lines }) => lines).join('\n')).toBe(rows.join('').slice(0, -1));
          let line = 2;
          for (const chunk of chunks) {
            expect(chunk.firstLine).toBe(line);
            expect(new TextEncoder().encode(chunk.text).length).toBeLessThanOrEqual(256 * KIB);
            line += chunk.lines.length;
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

describe('The record that begins on a line', () => {
  it.each([
    [0, true, ['1,"a', 'b",c\r']],
    [2, true, ['2,"d']],
    [3, true, ['3,e']],
    [0, false, ['1,"a']],
  ])('with the index %i of a file (isCsv: %s) has the lines %j', (index, isCsv, record) => {
    expect(recordAt(['1,"a', 'b",c\r', '2,"d', '3,e'], index, isCsv)).toEqual(record);
  });

  it.each([
    ['é', MAX_LINE_BYTES / 2],
    ['e', MAX_LINE_BYTES],
  ])('is cut to its first line if it has more bytes than the import reads: %s', (character, tooMany) => {
    const record = (length: number) => ['1,"', character.repeat(length), '"'];
    expect(recordAt(record(tooMany - 6), 0, true)).toHaveLength(3);
    expect(recordAt(record(tooMany), 0, true)).toEqual(['1,"']);
  });
});
