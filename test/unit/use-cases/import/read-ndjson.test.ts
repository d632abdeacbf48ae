import { describe, expect, it } from '@jest/globals';
import { MAX_LINE_BYTES } from '../../../../shared/rules/byte-limits.ts';
import { makeDecode, NOT_UTF8, readNdjson } from '../../../../shared/use-cases/import/read-lines.ts';
import { collect, fileLines } from './file-bytes.ts';

const read = (content: string | Buffer) => collect(readNdjson(fileLines(content), makeDecode()));

describe('readNdjson', () => {
  it('reads one object per line, with any line endings, and skips blank lines', async () => {
    expect(await read('\uFEFF{"id":1}\r\n\r\n  \n{"uid":"Zoë \u{1F6AA}"}\n')).toEqual([
      { line: 1, fields: { id: 1 } },
      { line: 4, fields: { uid: 'Zoë \u{1F6AA}' } },
    ]);
  });

  it('ignores the field `reason`, which the console adds to bad lines', async () => {
    expect(await read('{"id":1,"reason":"id is unknown"}')).toEqual([{ line: 1, fields: { id: 1 } }]);
  });

  it.each(['[1]', '42', 'null'])('reports %s, which is not an object', async (line) => {
    expect(await read(`{}\n${line}\n{}`)).toMatchObject([
      { line: 1 },
      { line: 2, reason: 'is not a JSON object' },
      { line: 3 },
    ]);
  });

  it('reports a line that is not JSON, with the parser’s error', async () => {
    expect(await read('{"id":1,}')).toEqual([{ line: 1, reason: expect.stringMatching(/^is not JSON: .*position 8/) }]);
  });

  it('reports bytes that are not UTF-8 instead of replacing them', async () => {
    const line = Buffer.concat([Buffer.from('{"uid":"'), Buffer.of(0xff), Buffer.from('"}\n{"uid":"b"}')]);
    expect(await read(line)).toEqual([
      { line: 1, reason: NOT_UTF8 },
      { line: 2, fields: { uid: 'b' } },
    ]);
  });

  it('reports a line that is too long to be a record', async () => {
    expect(await read(`{"uid":"${'x'.repeat(MAX_LINE_BYTES)}"}\n{}`)).toEqual([
      { line: 1, reason: 'is longer than 64 KiB' },
      { line: 2, fields: {} },
    ]);
  });

  it.each(['1.23457E+11', '41.99999999999999999'])(
    'reads %s as 0.5, which no field accepts, because parsing would make it a whole number that might have lost digits',
    async (number) => {
      expect(await read(`{"id":${number}}`)).toEqual([{ line: 1, fields: { id: 0.5 } }]);
      expect(await read(`{"uid": "a", "id" :\t${number}}`)).toEqual([{ line: 1, fields: { uid: 'a', id: 0.5 } }]);
    },
  );

  it.each([
    ['42', 42],
    ['42.00', 42],
  ])('reads %s as a number, even next to a number that it replaces', async (text, number) => {
    expect(await read(`{"id":${text}}`)).toEqual([{ line: 1, fields: { id: number } }]);
    expect(await read(`{"uid" : -4.2e1, "id":${text}}`)).toEqual([{ line: 1, fields: { uid: 0.5, id: number } }]);
  });
});
