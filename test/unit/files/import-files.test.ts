import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { Chunks } from '../../../lib/console/browser/pages/import/chunks.ts';
import { openSheet, openText, type SourceFile } from '../../../lib/console/browser/pages/import/source-file.ts';
import { openImportFile } from '../../../lib/cli/open-import-file.ts';
import { proposeColumns, requireColumns, type ColumnAnswers } from '../../../shared/files/columns.ts';
import { detectFormat } from '../../../shared/files/file-format.ts';
import { readLines, type Encoding } from '../../../shared/files/read-lines.ts';
import { readNdjson } from '../../../shared/files/read-ndjson.ts';
import type { SourceRecord } from '../../../shared/files/read-record.ts';
import { inspectRows, readCsv, readRecordsOnce } from '../../../shared/files/read-records.ts';
import { readWorkbook } from '../../../shared/files/workbook/read-workbook.ts';
import type { RecordKind } from '../../../shared/rules/records.ts';
import { badLinesOf, collect, fileBytes, fileReasonOf } from './file-bytes.ts';

/**
 * Files as offices have them. Those named libreoffice-* were written by LibreOffice; the others have the bytes that Excel, Google
 * Sheets and HR systems write. Most describe the same three people or bookings.
 */
const FOLDER = join(import.meta.dirname, 'import-files');

const PEOPLE = [
  { id: 1001, name: 'Jürgen Groß', uid: '0005007', email: 'juergen.gross@example.com', language: 'de' },
  { id: 1002, name: 'João Conceição', uid: 'B-1002', email: 'joao@example.com', language: 'pt-BR' },
  { id: 1003, name: 'Íñigo Núñez', uid: null, email: 'inigo@example.com', language: 'es' },
];

const aBooking = (id: number, kind: string, name: string, checkinOpensAt: string, noShowAt: string) => ({
  bookingId: `R-${id}`,
  userId: 1000 + id,
  kind,
  name,
  checkinOpensAt,
  noShowAt,
});
const BOOKINGS = [
  aBooking(1, 'position', '4.12', '2026-11-30T07:30:00', '2026-11-30T10:00:00'),
  aBooking(2, 'parking', 'P 7', '2026-12-01T08:00:00', '2026-12-01T09:30:00'),
  aBooking(3, 'position', '4.13', '2026-12-05T00:00:00', '2026-12-06T00:00:00'),
];

interface Options extends ColumnAnswers {
  readonly encoding?: Encoding;
}

/** Reads a file as the command line does. */
const readOnCommandLine = async (file: string, kind: RecordKind, options: Options = {}): Promise<SourceRecord[]> => {
  const { encoding = 'utf-8', ...answers } = options;
  const opened = await openImportFile(join(FOLDER, file), Readable.from([]), {
    kind,
    encoding,
    answers: { ...answers, isCompanyGiven: true },
  });
  return collect(opened.records());
};

const openInConsole = async (file: File, kind: RecordKind): Promise<SourceFile> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const format = detectFormat(file.name, bytes);
  return format === 'workbook' ? openSheet(file, readWorkbook(bytes)) : openText(file, format, kind);
};

/** Reads a file as the console and the service do together: the page in chunks, the service the chunks. */
const readInConsole = async (name: string, kind: RecordKind, options: Options = {}): Promise<SourceRecord[]> => {
  const file = new File([new Uint8Array(readFileSync(join(FOLDER, name)))], name);
  const source = await openInConsole(file, kind);
  const answers = { ...options, isCompanyGiven: true };
  const plan =
    source.format === 'ndjson'
      ? undefined
      : requireColumns(kind, proposeColumns(kind, await inspectRows(source.readRows()), answers));
  const chunks = new Chunks(source, plan && { plan, rowCount: 1 });
  const records: SourceRecord[] = [];
  for (let chunk = await chunks.next(2); chunk; chunk = await chunks.next(2)) {
    const { text, rows, badLines } = chunk;
    const given = { isCompanyGiven: true, dateOrder: plan?.dateOrder };
    const read = plan
      ? await collect(readRecordsOnce(kind, readCsv(fileBytes(text), { kind }), given, Infinity))
      : await collect(readNdjson(readLines(fileBytes(text)), { kind }));
    const first = plan ? 2 : 1;
    const sent = read.map((record) => ({ ...record, line: rows.get(record.line - first)?.line ?? 0 }));
    records.push(
      ...[...sent, ...badLines.map(({ line, reasons }) => ({ line, reasons }))].toSorted((a, b) => a.line - b.line),
    );
  }
  return records;
};

const readers = [readOnCommandLine, readInConsole];

const fieldsOf = (records: readonly SourceRecord[]): unknown[] =>
  records.map((record) => ('fields' in record ? record.fields : badLinesOf([record])));

const windows: Options = { encoding: 'windows-1252' };

describe('A file of people', () => {
  it.each<[string, Options?]>([
    ['excel-windows-de-users.csv', windows],
    ['excel-windows-de-users-utf8.csv'],
    ['excel-windows-de-users-unicode.txt'],
    ['excel-windows-de-empty-rows.csv', windows],
    ['excel-windows-pt-users.csv', windows],
    ['excel-windows-es-users-utf8.csv'],
    ['excel-windows-en-users.csv'],
    ['excel-windows-sep-line.csv'],
    ['excel-mac-de-users.csv'],
    ['excel-mac-pt-users-unicode.txt'],
    ['google-sheets-pt-users.csv'],
    ['google-sheets-en-users.tsv'],
    ['hr-suite-en-users.csv'],
    ['hr-payroll-pt-users.csv', windows],
    ['hr-payroll-de-users.txt', windows],
    ['dos-de-users.csv', windows],
    ['libreoffice-de-users.xlsx'],
    ['libreoffice-pt-users.xlsx'],
    ['libreoffice-es-users.xlsx'],
    ['libreoffice-several-sheets.xlsx'],
    ['libreoffice-formulas.xlsx'],
    ['libreoffice-de-users-windows.csv', windows],
    ['libreoffice-es-users.csv'],
    ['hr-system-users.ndjson'],
  ])('%s is read alike on the command line and in the console', async (file, options = {}) => {
    for (const read of readers) expect(fieldsOf(await read(file, 'users', options))).toEqual(PEOPLE);
  });

  it('hr-suite-es-users.csv has badges in place of a badge', async () => {
    const people = PEOPLE.map(({ uid, ...others }) => ({ ...others, uids: uid === null ? null : [uid] }));
    for (const read of readers) expect(fieldsOf(await read('hr-suite-es-users.csv', 'users'))).toEqual(people);
  });
});

describe('A file of bookings', () => {
  it.each<[string, Options?]>([
    ['excel-windows-de-bookings.csv', windows],
    ['excel-windows-pt-bookings.csv'],
    ['excel-windows-es-bookings.csv'],
    ['excel-windows-us-bookings.csv'],
    ['excel-mac-us-bookings.csv'],
    ['google-sheets-es-bookings.csv'],
    ['libreoffice-de-bookings.xlsx'],
    ['libreoffice-pt-bookings.xlsx'],
    ['libreoffice-us-bookings.xlsx'],
    ['libreoffice-1904-bookings.xlsx'],
    ['libreoffice-pt-bookings.csv'],
  ])('%s is read alike on the command line and in the console', async (file, options = {}) => {
    for (const read of readers) expect(fieldsOf(await read(file, 'bookings', options))).toEqual(BOOKINGS);
  });

  it('hr-database-bookings.csv has offsets after a space', async () => {
    const bookings = BOOKINGS.map(({ checkinOpensAt, noShowAt, ...others }) => ({
      ...others,
      checkinOpensAt: `${checkinOpensAt}+00:00`,
      noShowAt: `${noShowAt}+00:00`,
    }));
    for (const read of readers) expect(fieldsOf(await read('hr-database-bookings.csv', 'bookings'))).toEqual(bookings);
  });

  it('late-hours.csv ends at 24:00', async () => {
    const [booking] = await readOnCommandLine('late-hours.csv', 'bookings');
    expect(booking).toMatchObject({ fields: { noShowAt: '2026-12-01T00:00:00' } });
  });

  it('ambiguous-dates.csv needs an answer, for the whole file', async () => {
    for (const read of readers) {
      expect(await fileReasonOf(read('ambiguous-dates.csv', 'bookings'))).toMatch(/none of them decides/);
      const [booking] = await read('ambiguous-dates.csv', 'bookings', { dateOrder: 'mdy' });
      expect(booking).toMatchObject({ fields: { checkinOpensAt: '2026-03-04T08:00:00' } });
    }
  });

  it('mixed-dates.csv needs an answer, and the other dates are errors', async () => {
    for (const read of readers) {
      expect(await fileReasonOf(read('mixed-dates.csv', 'bookings'))).toMatch(/Some dates have the day first/);
      expect(badLinesOf(await read('mixed-dates.csv', 'bookings', { dateOrder: 'dmy' }))).toEqual([
        expect.stringMatching(/^3: checkinOpensAt "04\/14\/2026 08:00" is not in the calendar/),
      ]);
    }
  });
});

it.each<[string, Options, readonly string[]]>([
  [
    'broken-values-de.csv',
    windows,
    [
      '2: name "#NV" is an error value',
      '3: uid "1,23E+13" is in scientific notation',
      '4: uid "5010.0" is a decimal number',
      '5: uid "####" is what a spreadsheet shows',
      '7: name "NULL" is a word for a missing value',
    ],
  ],
  [
    'broken-values-pt.csv',
    {},
    [
      '2: name "#N/D" is an error value',
      '3: uid "1.0000000000004E13" is in scientific notation',
      '4: uid "B;C" looks like several badges',
      '6: has 3 cells where the header row has 5',
    ],
  ],
  ['several-badges.csv', {}, ['5: uids "AC 8C 5E 0A" would be several badges']],
  ['quoted-lines.csv', {}, ['5: has a quotation mark in the wrong place', '6: has a quoted cell that does not end']],
])('The bad lines of %s are the same on the command line and in the console', async (file, options, messages) => {
  const expected = messages.map((message) => expect.stringContaining(message));
  for (const read of readers) expect(badLinesOf(await read(file, 'users', options))).toEqual(expected);
});

it.each([
  ['libreoffice-old.xls', /older or binary Excel format/],
  ['libreoffice-open-document.ods', /OpenDocument/],
  ['encrypted.xlsx', /protected by a password/],
  ['workbook-named.csv', /Rename it so that it ends in \.xlsx/],
  ['sap-export.xls', /If it contains text, rename it so that it ends in \.csv/],
  ['web-table.xls', /web page/],
  ['json-array.ndjson', /JSON array/],
  ['unnamed-columns.csv', /names the column "B", which is unknown/],
])(
  'A file of another kind, %s, is named for what it is, on the command line and in the console',
  async (file, message) => {
    for (const read of readers) expect(await fileReasonOf(read(file, 'users'))).toMatch(message);
  },
);
