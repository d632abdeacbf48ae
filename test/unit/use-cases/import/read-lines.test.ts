import { describe, expect, it } from '@jest/globals';
import { MAX_LINE_BYTES } from '../../../../shared/rules/byte-limits.ts';
import { encodings, makeDecode, NOT_UTF8 } from '../../../../shared/use-cases/import/read-lines.ts';
import { collect, fileLines } from './file-bytes.ts';

const read = (content: string, chunkSize?: number) => collect(fileLines(content, chunkSize));

describe('readLines', () => {
  it('returns every line once with its number, wherever the chunks end', async () => {
    expect(await read('one\n\nthree\nfour', 2)).toEqual([
      { number: 1, bytes: 'one' },
      { number: 2, bytes: '' },
      { number: 3, bytes: 'three' },
      { number: 4, bytes: 'four' },
    ]);
  });

  it('returns no line after the last line feed', async () => {
    expect(await read('one\n')).toEqual([{ number: 1, bytes: 'one' }]);
  });

  it('removes a byte order mark at the beginning and nowhere else', async () => {
    const lines = await read('\uFEFFone\n\uFEFFtwo', 2);
    expect(lines.map(({ bytes }) => bytes)).toEqual(['one', '\xEF\xBB\xBFtwo']);
  });

  it('discards a line that is too long, and continues after it', async () => {
    const lines = await read(`${'x'.repeat(MAX_LINE_BYTES)}\n${'y'.repeat(MAX_LINE_BYTES + 1)}\nz`, 10_000);
    expect(lines.map(({ bytes }) => bytes?.length)).toEqual([MAX_LINE_BYTES, undefined, 1]);
  });

  it('does not count a byte order mark in the length of a line', async () => {
    const lines = await read(`\uFEFF${'x'.repeat(MAX_LINE_BYTES)}`, 10_000);
    expect(lines[0]?.bytes).toHaveLength(MAX_LINE_BYTES);
  });
});

describe('makeDecode', () => {
  it('decodes every encoding that `--encoding` accepts, and the error for a file that is not UTF-8 names this option', () => {
    for (const encoding of encodings) expect(makeDecode(encoding)('a')).toBe('a');
    expect(encodings).toContain('windows-1252');
    expect(NOT_UTF8).toContain('--encoding windows-1252');
  });
});
