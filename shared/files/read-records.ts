import {
  Inspector,
  proposeColumns,
  requireColumns,
  type ColumnAnswers,
  type ColumnPlan,
  type Inspection,
} from './columns.ts';
import { findField, isEmployeeNumber } from './headings.ts';
import type { RecordKind } from '../rules/records.ts';
import { readCsvRows } from './read-csv-rows.ts';
import { readLines, type Encoding } from './read-lines.ts';
import { makeReadRow, type SourceRecord } from './read-record.ts';
import type { Row, Rows } from './row.ts';

interface CsvOptions {
  readonly kind: RecordKind;
  readonly encoding?: Encoding | undefined;
  readonly onSeparator?: (separator: string) => void;
}

export const readCsv = (chunks: AsyncIterable<Uint8Array>, { kind, encoding, onSeparator }: CsvOptions): Rows =>
  readCsvRows(readLines(chunks, encoding), {
    isKnown: (heading) => findField(kind, heading) !== undefined || isEmployeeNumber(heading),
    ...(onSeparator && { onSeparator }),
  });

/** Reads all rows of a file, to see what its columns are. */
export const inspectRows = async (rows: AsyncIterable<readonly Row[]>): Promise<Inspection> => {
  const inspector = new Inspector();
  for await (const some of rows) for (const row of some) inspector.add(row);
  return inspector.end();
};

/** Reads the records of rows, of which the first one is the header row. */
export async function* readRecords(
  kind: RecordKind,
  rows: AsyncIterable<readonly Row[]>,
  plan: ColumnPlan,
): AsyncGenerator<readonly SourceRecord[], void, undefined> {
  const readRow = makeReadRow(kind, plan);
  let isHeader = true;
  for await (const some of rows) {
    yield some.slice(isHeader ? 1 : 0).map(readRow);
    isHeader = false;
  }
}

/**
 * Reads the records of rows that can be read only once. The first rows decide which field each column is.
 * @param lookAhead the number of these first rows
 * @throws UnreadableFile
 */
export async function* readRecordsOnce(
  kind: RecordKind,
  rows: Rows,
  answers: ColumnAnswers,
  lookAhead: number,
): AsyncGenerator<readonly SourceRecord[], void, undefined> {
  const inspector = new Inspector();
  const first: Row[] = [];
  // `for await` would close `rows` at the break.
  for (let next = await rows.next(); !next.done; next = await rows.next()) {
    for (const row of next.value) {
      inspector.add(row);
      first.push(row);
    }
    if (first.length >= lookAhead) break;
  }
  const plan = requireColumns(kind, proposeColumns(kind, inspector.end(), answers));
  async function* all(): AsyncGenerator<readonly Row[]> {
    yield first;
    yield* rows;
  }
  yield* readRecords(kind, all(), plan);
}
