import type { Importer } from './apply-records.ts';
import { importRecords, type ImportSummary } from './import-records.ts';
import { readCsv } from './read-csv.ts';
import { makeDecode, readLines, type SourceRecord } from './read-lines.ts';
import { readNdjson } from './read-ndjson.ts';

export interface Chunk {
  readonly format: 'csv' | 'ndjson';
  /** Whole records. CSV begins with the header row of the file. */
  readonly bytes: Buffer;
  /** The line number, in the file, of the first record. */
  readonly firstLine: number;
}

async function* renumber(records: AsyncIterable<SourceRecord>, shift: number): AsyncGenerator<SourceRecord> {
  for await (const record of records) yield { ...record, line: record.line + shift };
}

/**
 * Imports a part of a file. The summary has the line numbers of the whole file. A chunk that is sent again changes nothing.
 * @throws UseCaseError `unreadable_file` if the header row is missing or wrong
 * @throws ServiceError `dependency_unavailable`
 */
export const importChunk = async ({ format, bytes, firstLine }: Chunk, importer: Importer): Promise<ImportSummary> => {
  const lines = readLines([bytes.toString('latin1')]);
  const { rules, companyId } = importer;
  const required = Object.keys(rules.required).filter((name) => name !== 'companyId' || companyId === undefined);
  const records =
    format === 'csv'
      ? renumber(readCsv(lines, makeDecode(), rules, required), firstLine - 2)
      : renumber(readNdjson(lines, makeDecode()), firstLine - 1);
  const { summary, ...result } = await importRecords(records, importer);
  if ('stoppedBy' in result) throw result.stoppedBy;
  return summary;
};
