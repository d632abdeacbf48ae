import { describe, expect, it } from '@jest/globals';
import { readLines, type Encoding } from '../../../shared/files/read-lines.ts';
import { MAX_LINE_BYTES } from '../../../shared/rules/fields.ts';
import { collect, fileBytes } from './file-bytes.ts';

const read = (content: string | Uint8Array, chunkSize?: number, encoding?: Encoding) =>
  collect(readLines(fileBytes(content, chunkSize), encoding));
const textsOf = async (...all: Parameters<typeof read>) => (await read(...all)).map(({ text }) => text);

const utf16 = (text: string, isBigEndian = false): Buffer => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
};

describe('readLines', () => {
  it('returns every line once with its number, wherever the chunks end', async () => {
    expect(await read('one\n\nthree\nfour', 2)).toEqual([
      { number: 1, text: 'one' },
      { number: 2, text: '' },
      { number: 3, text: 'three' },
      { number: 4, text: 'four' },
    ]);
  });

  it.each([
    ['LF', 'a\nb\n', ['a', 'b']],
    ['CRLF', 'a\r\nb\r\n', ['a', 'b']],
    ['CR, as Excel for Mac writes them', 'a\rb\rc', ['a', 'b', 'c']],
    ['CR, with an empty line', 'a\r\rc\r', ['a', '', 'c']],
    ['a single CR at the end', 'a\r', ['a']],
    ['none', 'a', ['a']],
  ])('knows line ends: %s', async (_, content, lines) => {
    for (const chunkSize of [1, 2, 3, 100]) expect(await textsOf(content, chunkSize)).toEqual(lines);
  });

  it('keeps a carriage return inside a line of a file whose lines end with LF', async () => {
    expect(await textsOf('a\nb\rc\n')).toEqual(['a', 'b\rc']);
  });

  it('removes the control character with which old programs end a file', async () => {
    expect(await textsOf('a\r\nb\r\n\u001A')).toEqual(['a', 'b']);
    expect(await textsOf('a\nb\u001A')).toEqual(['a', 'b']);
  });

  it('removes a byte order mark at the beginning and nowhere else', async () => {
    expect(await textsOf('\uFEFFone\n\uFEFFtwo', 2)).toEqual(['one', '\uFEFFtwo']);
  });

  it.each([false, true])('reads UTF-16 by its byte order mark (big-endian: %s)', async (isBigEndian) => {
    expect(await textsOf(utf16('id;Größe\r\n1;\u{1F6AA}', isBigEndian), 1)).toEqual(['id;Größe', '1;\u{1F6AA}']);
  });

  it('reads Windows-1252 if told so, unless the file has a byte order mark', async () => {
    expect(await textsOf(Buffer.from('Z\xfc\x80', 'latin1'), 2, 'windows-1252')).toEqual(['Zü€']);
    expect(await textsOf('\uFEFFZü', 2, 'windows-1252')).toEqual(['Zü']);
  });

  it('marks bytes that are not in the encoding', async () => {
    expect(await textsOf(Buffer.from('a\nZ\xfc\nb', 'latin1'))).toEqual(['a', 'Z\uFFFD', 'b']);
  });

  it('discards a line that is too long, and continues after it', async () => {
    const content = `${'x'.repeat(MAX_LINE_BYTES)}\n${'y'.repeat(MAX_LINE_BYTES + 1)}\nz`;
    expect((await textsOf(content, 10_000)).map((text) => text?.length)).toEqual([MAX_LINE_BYTES, undefined, 1]);
    expect(await textsOf('y'.repeat(3 * MAX_LINE_BYTES), 10_000)).toEqual([undefined]);
  });

  it('reads nothing from an empty file', async () => {
    expect(await read('')).toEqual([]);
    expect(await read('\uFEFF')).toEqual([]);
  });
});
