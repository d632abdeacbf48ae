import type { FileFormat } from '../../../../../shared/files/file-format.ts';
import { type Encoding, INVALID, type Line, readLines } from '../../../../../shared/files/read-lines.ts';
import { readCsv } from '../../../../../shared/files/read-records.ts';
import type { Row, Rows } from '../../../../../shared/files/row.ts';
import type { Workbook } from '../../../../../shared/files/workbook/read-workbook.ts';
import type { RecordKind } from '../../../../../shared/rules/records.ts';

/** A chosen file. Its content can be read any number of times. */
export interface SourceFile {
  readonly file: File;
  readonly format: FileFormat;
  readonly encoding: Encoding;
  /** The sheets of a workbook, and the one that was read. */
  readonly sheets: readonly string[];
  readonly sheet?: string | undefined;
  /** The rows of a CSV file or workbook. */
  readonly readRows: () => Rows;
  /** The lines of an NDJSON file. */
  readonly readLines: () => AsyncGenerator<readonly Line[], void, undefined>;
  /** What separates the cells of a CSV file; known once its first row has been read. */
  readonly separator: () => string | undefined;
}

async function* bytesOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

/** How many of a file's first bytes decide its encoding. */
const ENCODING_BYTES = 1_000_000;

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
};

/** Windows-1252 if more of the characters outside ASCII are invalid in UTF-8 than valid. */
const detectEncoding = async (file: Blob): Promise<Encoding> => {
  const bytes = new Uint8Array(await file.slice(0, ENCODING_BYTES).arrayBuffer());
  // A byte order mark of UTF-16, which the reader recognises whatever the encoding.
  const isUtf16 = bytes[0] === 0xff || bytes[0] === 0xfe;
  if (isUtf16 || isUtf8(bytes)) return 'utf-8';
  const others = new TextDecoder().decode(bytes).match(/\P{ASCII}/gu) ?? [];
  const invalid = others.filter((character) => character === INVALID).length;
  return invalid * 2 > others.length ? 'windows-1252' : 'utf-8';
};

const PAGE_ROWS = 500;

async function* pagesOf(rows: readonly Row[]): Rows {
  for (let start = 0; start < rows.length; start += PAGE_ROWS) yield rows.slice(start, start + PAGE_ROWS);
}

/** A CSV or NDJSON file, which is read only when its rows or lines are needed. */
export const openText = async (file: File, format: 'csv' | 'ndjson', kind: RecordKind): Promise<SourceFile> => {
  const encoding = await detectEncoding(file);
  let separator: string | undefined;
  const onSeparator = (found: string): void => {
    separator = found;
  };
  return {
    file,
    format,
    encoding,
    sheets: [],
    readRows: () => readCsv(bytesOf(file), { kind, encoding, onSeparator }),
    readLines: () => readLines(bytesOf(file), encoding),
    separator: () => separator,
  };
};

/** A workbook, which is in memory. */
export const openSheet = (file: File, { rows, ...workbook }: Workbook): SourceFile => ({
  ...workbook,
  file,
  format: 'workbook',
  encoding: 'utf-8',
  readRows: () => pagesOf(rows),
  // Only NDJSON is read by lines.
  readLines: () => readLines(bytesOf(new Blob([]))),
  separator: () => undefined,
});
