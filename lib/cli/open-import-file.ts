import type { ReadStream } from 'node:fs';
import { open, readFile, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import type { Records } from '../../shared/use-cases/import/import-records.ts';
import { proposeColumns, requireColumns, type ColumnAnswers } from '../../shared/files/columns.ts';
import { detectFormat, HEAD_BYTES, type FileFormat } from '../../shared/files/file-format.ts';
import type { RecordKind } from '../../shared/rules/records.ts';
import { readLines, type Encoding } from '../../shared/files/read-lines.ts';
import { readNdjson } from '../../shared/files/read-ndjson.ts';
import { inspectRows, readCsv, readRecords, readRecordsOnce } from '../../shared/files/read-records.ts';
import type { Row } from '../../shared/files/row.ts';
import { OperatorError, UsageError } from './operator-error.ts';

export interface ImportFile {
  /** Can be called again, unless the file is standard input. */
  readonly records: () => Records;
  readonly isRepeatable: boolean;
  /** The share that the last call of {@link records} has read so far, from 0 to 1. Always 0 for standard input and workbooks. */
  readonly shareRead: () => number;
}

export interface ReadOptions {
  readonly kind: RecordKind;
  readonly encoding: Encoding;
  readonly sheet?: string | undefined;
  readonly answers: ColumnAnswers;
  /** Called with the sheet that is read, if a workbook has several. */
  readonly onSheet?: (sheet: string) => void;
}

/** @throws OperatorError `unreadable_file` */
const openFile = async (file: string): Promise<FileHandle> => {
  try {
    const handle = await open(file);
    // Opening a folder succeeds, too.
    if (!(await handle.stat()).isDirectory()) return handle;
    await handle.close();
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new OperatorError(
      isMissing ? `There is no file ${file}.` : `Cannot read: ${(error as Error).message}.`,
      'unreadable_file',
    );
  }
  throw new OperatorError(`${file} is a folder.`, 'unreadable_file');
};

const readHead = async (file: string): Promise<{ readonly head: Uint8Array; readonly size: number }> => {
  const handle = await openFile(file);
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return { head: buffer.subarray(0, bytesRead), size: (await handle.stat()).size };
  } finally {
    await handle.close();
  }
};

type TextFormat = Exclude<FileFormat, 'workbook'>;

const textFormats: Readonly<Record<TextFormat, string>> = { csv: 'A CSV file', ndjson: 'An NDJSON file' };

/** @throws UsageError if an option would have no effect on a file of this format */
const assertOptionsFit = (format: TextFormat, { sheet, answers }: ReadOptions): void => {
  const start = `${textFormats[format]} has no`;
  if (sheet !== undefined) throw new UsageError(`${start} sheets. Leave out --sheet.`);
  if (format === 'ndjson' && answers.map) throw new UsageError(`${start} columns. Leave out --map.`);
};

/** How many rows of standard input decide what its columns are. */
const LOOK_AHEAD = 1_000;

const readInput = async (input: Readable, options: ReadOptions): Promise<ImportFile> => {
  const { kind, encoding, answers } = options;
  // One iterator for both: the first chunk, which decides the format, and all that follow it.
  const chunks = input.iterator() as AsyncIterable<Uint8Array> & AsyncIterator<Uint8Array>;
  async function* records(): Records {
    const first = (await chunks.next()).value ?? new Uint8Array();
    async function* bytes(): AsyncGenerator<Uint8Array> {
      yield first;
      yield* chunks;
    }
    const format = detectFormat(undefined, first) === 'ndjson' ? 'ndjson' : 'csv';
    assertOptionsFit(format, options);
    if (format === 'ndjson') yield* readNdjson(readLines(bytes(), encoding), { kind, dateOrder: answers.dateOrder });
    else yield* readRecordsOnce(kind, readCsv(bytes(), { kind, encoding }), answers, LOOK_AHEAD);
  }
  return { records, isRepeatable: false, shareRead: () => 0 };
};

async function* once(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

const openWorkbook = async (
  file: string,
  { kind, sheet: wanted, answers, onSheet }: ReadOptions,
): Promise<ImportFile> => {
  const { readWorkbook } = await import('../../shared/files/workbook/read-workbook.ts');
  const { rows, sheet, sheets } = readWorkbook(await readFile(file), wanted);
  // Before its columns are checked, because they can be those of another sheet.
  if (sheets.length > 1) onSheet?.(sheet);
  const plan = requireColumns(kind, proposeColumns(kind, await inspectRows(once(rows)), answers));
  return {
    records: () => readRecords(kind, once(rows), plan),
    isRepeatable: true,
    shareRead: () => 0,
  };
};

const openText = async (file: string, format: TextFormat, size: number, options: ReadOptions): Promise<ImportFile> => {
  assertOptionsFit(format, options);
  const { kind, encoding, answers } = options;
  let stream: ReadStream | undefined;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    stream = (await openFile(file)).createReadStream();
    // Leaving the loop early closes the file.
    for await (const chunk of stream) yield chunk as Uint8Array;
  }
  const rows = () => readCsv(bytes(), { kind, encoding });
  const plan =
    format === 'csv' ? requireColumns(kind, proposeColumns(kind, await inspectRows(rows()), answers)) : undefined;
  return {
    records: () =>
      plan
        ? readRecords(kind, rows(), plan)
        : readNdjson(readLines(bytes(), encoding), { kind, dateOrder: answers.dateOrder }),
    isRepeatable: true,
    shareRead: () => (stream && size > 0 ? stream.bytesRead / size : 0),
  };
};

/**
 * Opens a file of users or bookings, or standard input for `-`.
 * @throws OperatorError if the file cannot be opened, or does not fit the options
 * @throws UnreadableFile if its content or its columns cannot be read
 */
export const openImportFile = async (file: string, input: Readable, options: ReadOptions): Promise<ImportFile> => {
  if (file === '-') return readInput(input, options);
  const { head, size } = await readHead(file);
  const format = detectFormat(basename(file), head);
  return format === 'workbook' ? openWorkbook(file, options) : openText(file, format, size, options);
};
