import { UseCaseError } from '../../domain/use-case-error.ts';
import { checkHeader, type CsvColumns } from './csv-header.ts';
import { decodeUtf8, NOT_UTF8 } from './decode-utf8.ts';
import { readCsvRows, type CsvRow } from './read-csv-rows.ts';
import type { Line } from './read-lines.ts';
import type { SourceRecord } from './source-record.ts';

const decodeCells = (row: CsvRow): { cells: string[] } | { reason: string } => {
  if ('reason' in row) return row;
  const cells = row.cells.map(decodeUtf8);
  return cells.every((cell) => cell !== undefined) ? { cells } : { reason: NOT_UTF8 };
};

/** @throws UseCaseError `unreadable_file` where the first row does not name the columns. */
const readHeader = (row: CsvRow | undefined, columns: CsvColumns): string[] => {
  if (!row)
    throw new UseCaseError('unreadable_file', { reason: 'The file is empty; its first line must name the columns.' });
  const header = decodeCells(row);
  if ('reason' in header) throw new UseCaseError('unreadable_file', { reason: `The header row ${header.reason}.` });
  checkHeader(header.cells, columns);
  return header.cells;
};

const toFields = (header: readonly string[], cells: readonly string[], { numeric }: CsvColumns) => {
  const toValue = (column: string, cell: string) =>
    numeric.includes(column) && /^\d+$/.test(cell) ? Number(cell) : cell;
  const entries = header.map((column, index) => [column, cells[index] ?? ''] as const);
  const filled = entries.filter(([, cell]) => cell !== '');
  return Object.fromEntries(filled.map(([column, cell]) => [column, toValue(column, cell)]));
};

/** One record a row, named by the header row. An empty cell counts as left out; columns that are not ours do no harm. */
export async function* readCsv(
  lines: AsyncIterable<Line>,
  columns: CsvColumns,
): AsyncGenerator<SourceRecord, void, undefined> {
  const rows = readCsvRows(lines);
  const first = await rows.next();
  const header = readHeader(first.done ? undefined : first.value, columns);
  for await (const row of rows) {
    const decoded = decodeCells(row);
    const content = 'reason' in decoded ? decoded : { fields: toFields(header, decoded.cells, columns) };
    yield { line: row.line, ...content };
  }
}
