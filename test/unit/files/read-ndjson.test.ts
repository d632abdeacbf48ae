import { describe, expect, it } from '@jest/globals';
import { readLines } from '../../../shared/files/read-lines.ts';
import { readNdjson } from '../../../shared/files/read-ndjson.ts';
import type { RecordKind } from '../../../shared/rules/records.ts';
import { MAX_LINE_BYTES } from '../../../shared/rules/fields.ts';
import { badLinesOf, collect, fileBytes } from './file-bytes.ts';

const read = (content: string | Uint8Array, kind: RecordKind = 'users') =>
  collect(readNdjson(readLines(fileBytes(content)), { kind }));

describe('readNdjson', () => {
  it('reads one object per line, with any line ends, and skips blank lines', async () => {
    expect(await read('\uFEFF{"id":1}\r\n\r\n  \n{"uid":"Zoë \u{1F6AA}"}\n')).toEqual([
      { line: 1, fields: { id: 1 } },
      { line: 4, fields: { uid: 'Zoë \u{1F6AA}' } },
    ]);
  });

  it('ignores the field `reason`, which the console adds to bad lines', async () => {
    expect(await read('{"id":1,"reason":"id is unknown"}')).toEqual([{ line: 1, fields: { id: 1 } }]);
  });

  it.each([
    ['[1]', /^2: is not a JSON object$/],
    ['42', /^2: is not a JSON object$/],
    ['null', /^2: is not a JSON object$/],
    ['{"id":1,}', /^2: is not JSON: .*position 8/],
    ['{"uid":"\uFFFD"}', /^2: has bytes that are not text in this encoding/],
    [`{"uid":"${'x'.repeat(MAX_LINE_BYTES)}"}`, /^2: is longer than 64 KiB$/],
    ['{"uid":"#N/A"}', /^2: uid "#N\/A" is an error value of a spreadsheet/],
    ['{"uid":"NULL"}', /^2: uid "NULL" is a word for a missing value/],
    ['{"uids":["A-1","NULL"]}', /^2: uids "NULL" is a word for a missing value/],
    ['{"uids":["1.23E+13"]}', /^2: uids "1.23E\+13" is in scientific notation/],
  ])('reports %j and reads the others', async (line, message) => {
    const records = await read(`{}\n${line}\n{}`);
    expect(records.map((record) => record.line)).toEqual([1, 2, 3]);
    expect(badLinesOf(records)).toEqual([expect.stringMatching(message)]);
  });

  it.each([
    ['{"id":1e3}', /^1: id 1e3 is in scientific notation; write all digits$/],
    ['{"uid": "a", "id" :\t1.23457E+11}', /^1: id 1\.23457E\+11 is in scientific notation/],
    ['{"uid":-4.2e1,"id":42}', /^1: uid -4\.2e1 is in scientific notation/],
    ['{"id":0734}', /^1: id "0734" has leading zeros; write it without them$/],
    ['{"name":"\\"id\\":1e3","uid":0734,"id":1}', /^1: uid 0734 is not in quotation marks; write "0734"$/],
    [`{"id":1,"${'x'.repeat(60)}":${'1'.repeat(60)}e1}`, /^1: x{50} 1{50} is in scientific notation/],
    [`{"id":1${'\\"'.repeat(30_000)}`, /^1: is not JSON/],
  ])('says which number cannot be read, and what to write (%#)', async (line, message) => {
    expect(badLinesOf(await read(line))).toEqual([expect.stringMatching(message)]);
  });

  it.each(['42', '42.00'])(
    'reads %s as a number, also next to text that looks like scientific notation',
    async (id) => {
      const texts = { uid: 'B-1e3', email: 'a7e@demo.example', name: '"id":1e3' };
      expect(await read(`{"id":${id},${JSON.stringify(texts).slice(1)}`)).toEqual([
        { line: 1, fields: { id: 42, ...texts } },
      ]);
    },
  );

  it('reads date-times as the cells of a table, and other values as they are', async () => {
    expect(await read('{"startsAt":"30.11.2026 08:00","noShowAt":null,"userId":"7","extra":{}}', 'bookings')).toEqual([
      { line: 1, fields: { startsAt: '2026-11-30T08:00:00', noShowAt: null, userId: '7', extra: {} } },
    ]);
  });
});
