import { open, type FileHandle } from 'node:fs/promises';
import { extname } from 'node:path';
import { OperatorError, UsageError } from './operator-error.ts';
import type { CsvColumns } from '../../shared/use-cases/import/csv-header.ts';
import { readCsv } from '../../shared/use-cases/import/read-csv.ts';
import { readLines } from '../../shared/use-cases/import/read-lines.ts';
import { readNdjson } from '../../shared/use-cases/import/read-ndjson.ts';
import type { SourceRecord } from '../../shared/use-cases/import/source-record.ts';

type FileFormat = 'ndjson' | 'csv';

const formats: Readonly<Record<string, FileFormat>> = { '.ndjson': 'ndjson', '.jsonl': 'ndjson', '.csv': 'csv' };

const formatOf = (file: string): FileFormat => {
  const format = formats[extname(file).toLowerCase()];
  if (format) return format;
  throw new UsageError(`${file} must end in ${Object.keys(formats).join(', ')}: that tells how to read it.`);
};

const openFile = async (file: string): Promise<FileHandle> => {
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

/** Opens a file of users or bookings and reads as far as it is asked. @throws OperatorError where it is no such file. */
export const openImportFile = async (file: string, columns: CsvColumns): Promise<AsyncGenerator<SourceRecord>> => {
  const format = formatOf(file);
  const handle = await openFile(file);
  const lines = readLines(handle.createReadStream({ encoding: 'latin1' }));
  return format === 'csv' ? readCsv(lines, columns) : readNdjson(lines);
};
