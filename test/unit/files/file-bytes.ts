import type { ColumnAnswers } from '../../../shared/files/columns.ts';
import type { RecordKind } from '../../../shared/rules/records.ts';
import { describeFileReason, describeReasons } from '../../../shared/files/english.ts';
import type { FileReason } from '../../../shared/files/reason.ts';
import type { SourceRecord } from '../../../shared/files/read-record.ts';
import { readCsv, readRecordsOnce } from '../../../shared/files/read-records.ts';
import type { Encoding } from '../../../shared/files/read-lines.ts';

/** Yields the content of a file in chunks of `chunkSize` bytes. */
export async function* fileBytes(content: string | Uint8Array, chunkSize = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content as string);
  for (let start = 0; start < bytes.length; start += chunkSize) yield bytes.subarray(start, start + chunkSize);
}

/** All items of the pages. */
export const collect = async <Item>(pages: AsyncIterable<readonly Item[]>): Promise<Item[]> => {
  const collected: Item[] = [];
  for await (const page of pages) collected.push(...page);
  return collected;
};

interface ReadOptions extends ColumnAnswers {
  readonly encoding?: Encoding;
  readonly chunkSize?: number;
}

/** The records of a CSV file. */
export const readCsvFile = (
  kind: RecordKind,
  content: string | Uint8Array,
  { encoding, chunkSize, ...answers }: ReadOptions = {},
): Promise<SourceRecord[]> =>
  collect(readRecordsOnce(kind, readCsv(fileBytes(content, chunkSize), { kind, encoding }), answers, Infinity));

/** `line: reason` of each bad record. */
export const badLinesOf = (records: readonly SourceRecord[]): string[] =>
  records.flatMap((record) => ('reasons' in record ? [`${record.line}: ${describeReasons(record.reasons)}`] : []));

export const fieldsOf = (records: readonly SourceRecord[]): unknown[] =>
  records.map((record) => ('fields' in record ? record.fields : record.line));

/** The message of the error with which the promise rejects. */
export const fileReasonOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'read',
    (error: { readonly reason: FileReason }) => describeFileReason(error.reason),
  );
