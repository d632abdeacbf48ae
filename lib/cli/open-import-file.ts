import { createHash } from 'node:crypto';
import type { ReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { OperatorError, UsageError } from './operator-error.ts';
import { UseCaseError } from '../../shared/domain/use-case-error.ts';
import type { RecordRules } from '../../shared/rules/field-rule.ts';
import {
  makeDecode,
  readLines,
  readNdjson,
  type Encoding,
  type SourceRecord,
} from '../../shared/use-cases/import/read-lines.ts';

type FileFormat = 'ndjson' | 'csv';

export interface ImportFile {
  readonly records: () => AsyncGenerator<SourceRecord>;
  readonly isRepeatable: boolean;
  /** The share that the last call of {@link records} has read so far, from 0 to 1. Always 0 for standard input. */
  readonly shareRead: () => number;
}

const formats: Readonly<Record<string, FileFormat>> = {
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.csv': 'csv',
  '.tsv': 'csv',
};

const endings = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const excelExtensions: ReadonlySet<string> = new Set(['.xlsx', '.xls']);
/** The first bytes of a ZIP file (.xlsx) and of a compound file (.xls), with one character per byte. */
const excelSignatures = ['PK\u0003\u0004', '\u00D0\u00CF\u0011\u00E0'];

const describeWorkbook = (file: string): string =>
  `${file} is an Excel workbook. Save it as "CSV UTF-8" in Excel and import that file.`;

const formatOf = (file: string): FileFormat => {
  const format = formats[extname(file).toLowerCase()];
  if (format) return format;
  if (excelExtensions.has(extname(file).toLowerCase())) throw new UsageError(describeWorkbook(file));
  throw new UsageError(
    `${file} must end in ${endings.format(Object.keys(formats))}: the ending says which format it is in.`,
  );
};

/** @throws OperatorError `unreadable_file` */
export const openFile = async (file: string): Promise<FileHandle> => {
  try {
    const handle = await open(file);
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

const sizeOf = async (file: string): Promise<number> => {
  const handle = await openFile(file);
  const { size } = await handle.stat();
  await handle.close();
  return size;
};

/** Standard input has no file name, so the format is guessed from the first character. JSON Lines begin with a brace. */
const guessFormat = (start: string): FileFormat => (/^(\xEF\xBB\xBF)?\s*\{/.test(start) ? 'ndjson' : 'csv');

export const digestFile = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of (await openFile(file)).createReadStream()) hash.update(chunk as Buffer);
  return hash.digest('hex');
};

/**
 * Opens a file of users or bookings, or standard input for `-`. Reads each byte as one character.
 * @throws OperatorError if the file cannot be opened or has an unknown ending
 */
export const openImportFile = async (
  file: string,
  fieldRules: RecordRules,
  { encoding, input }: { readonly encoding: Encoding; readonly input: Readable },
): Promise<ImportFile> => {
  const isInput = file === '-';
  const format = isInput ? undefined : formatOf(file);
  const size = isInput ? 0 : await sizeOf(file);
  let fileStream: ReadStream | undefined;
  const openStream = async (): Promise<Readable> => {
    if (isInput) return input.setEncoding('latin1');
    fileStream = (await openFile(file)).createReadStream({ encoding: 'latin1' });
    return fileStream;
  };
  async function* records(): AsyncGenerator<SourceRecord> {
    const stream = await openStream();
    const chunks = stream[Symbol.asyncIterator]() as AsyncIterableIterator<string>;
    const { value: start = '' } = await chunks.next();
    async function* allChunks(): AsyncGenerator<string> {
      yield start;
      yield* chunks;
    }
    const lines = readLines(allChunks());
    const decode = makeDecode(encoding);
    try {
      if (excelSignatures.some((signature) => start.startsWith(signature)))
        throw new UseCaseError('unreadable_file', { reason: describeWorkbook(isInput ? 'The input' : file) });
      if ((format ?? guessFormat(start)) === 'ndjson') yield* readNdjson(lines, decode);
      else yield* (await import('../../shared/use-cases/import/read-csv.ts')).readCsv(lines, decode, fieldRules);
    } finally {
      // Closes the file even if the import stops at the first line.
      stream.destroy();
    }
  }
  return {
    records,
    isRepeatable: !isInput,
    shareRead: () => (fileStream && size > 0 ? fileStream.bytesRead / size : 0),
  };
};
