import { describe, expect, it } from '@jest/globals';
import { detectFormat, endings } from '../../../shared/files/file-format.ts';
import { fileReasonOf } from './file-bytes.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const reasonOf = (name: string | undefined, head: string) =>
  fileReasonOf(Promise.resolve().then(() => detectFormat(name, bytes(head))));

const openDocument = `PK\u0003\u0004${'x'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.spreadsheet`;

describe('The format of a file', () => {
  it.each([
    ['a.csv', 'id;name', 'csv'],
    ['a.TSV', 'id\tname', 'csv'],
    ['a.txt', '\u00FF\u00FEi\0d\0\t\0n\0', 'csv'],
    ['a.csv', '', 'csv'],
    ['a.csv', '\u00EF\u00BB\u00BFid', 'csv'],
    ['a.ndjson', '{"id":1}', 'ndjson'],
    ['a.jsonl', '\u00EF\u00BB\u00BF {"id":1}', 'ndjson'],
    ['a.xlsx', 'PK\u0003\u0004', 'workbook'],
    [undefined, 'id,name', 'csv'],
    [undefined, '\n{"id":1}', 'ndjson'],
  ])('%s with %j is %s', (name, head, format) => {
    expect(detectFormat(name, bytes(head))).toBe(format);
  });

  it.each([
    ['a.csv', 'PK\u0003\u0004xl', /probably an Excel workbook, although its name does not say so. Rename it/],
    [undefined, 'PK\u0003\u0004xl', /Give the name of the file instead/],
    ['a.ods', openDocument, /In LibreOffice, save it as/],
    ['a.xlsx', openDocument, /OpenDocument/],
    ['a.xls', '\u00D0\u00CF\u0011\u00E0', /In Excel, save it as "Excel Workbook \(\.xlsx\)"/],
    ['a.csv', '\u00D0\u00CF\u0011\u00E0', /older or binary Excel format/],
    ['a.xlsb', 'PK\u0003\u0004', /older or binary Excel format/],
    ['a.xlsx', '\u00D0\u00CF\u0011\u00E0', /protected by a password/],
    ['a.xlsx', 'id;name', /is not a workbook, although its name ends in .xlsx/],
    ['a.xls', 'id\tname', /is not a workbook, although its name ends in .xls/],
    ['a.xls', '<html><table>', /is a web page or XML/],
    ['a.csv', '%PDF-1.7', /is a PDF/],
    ['a.csv', 'a\0\0\u0001', /is not text/],
    ['a.csv', 'i\0d\0;\0n\0', /UTF-16 without a byte order mark/],
    ['a.ndjson', '[{"id":1}]', /is a JSON array.*jq/],
    ['a.ndjson', '[\n  {\n', /is a JSON array/],
    ['a.json', '{"id":1}', /one JSON object\. Write each record/],
    ['a.ndjson', '{\n "items": [', /one JSON object\. Write each record/],
    ['a.json', '{"id":1}\r\n{"id":2}\n', /one JSON object per line\. Rename it so that it ends in \.ndjson/],
    ['a.csv', '{"id":1}', /one JSON object per line\. Rename it/],
    ['a.docx', 'x', /must end in \.csv, /],
    ['a', 'x', /must end in \.csv, /],
  ])('%s with %j is refused', async (name, head, message) => {
    expect(await reasonOf(name, head)).toMatch(message);
  });

  it('is named in the message by every ending', async () => {
    for (const ending of endings) expect(await reasonOf('a', '')).toContain(ending);
  });
});
