import { MISSING_CELL, REASON_COLUMN, plainCell, textCell } from '../../../../../shared/rules/csv.ts';

/** A bad row, and why it is bad in the reader's language. */
interface ExplainedRow {
  readonly reason: string;
  readonly cells?: readonly string[];
  readonly text?: string | undefined;
}

/** Cells that the import rejects again, for a row whose quotation marks are wrong. */
const brokenCells = (text: string, separator: string): string[] =>
  text.split(separator).map((cell) => (cell.includes('"') ? `${MISSING_CELL} ${cell}` : cell));

/**
 * A table of the bad rows, to correct and import. It has the columns of the original file, and the reasons in a column that
 * imports ignore. Missing cells and cells with a misplaced quotation mark get a value that imports reject. Importing an
 * uncorrected row therefore changes nothing.
 */
export const badRowsTable = (
  header: readonly string[],
  badRows: readonly ExplainedRow[],
  separator: string,
): readonly (readonly string[])[] => {
  const oldReasonIndex = header.indexOf(REASON_COLUMN);
  const toRow = (cells: readonly string[], reason: string): string[] => {
    const missing = Array.from({ length: Math.max(0, header.length - cells.length) }, () => MISSING_CELL);
    const completed = [...cells, ...missing];
    return [...completed.filter((_, index) => index !== oldReasonIndex), reason];
  };
  return [
    toRow(header, REASON_COLUMN),
    ...badRows.map(({ cells, text, reason }) => toRow(cells ?? brokenCells(text ?? MISSING_CELL, separator), reason)),
  ];
};

/** The lines of a CSV file with the table's rows. The last cell of each row is ours, and the others are the person's own. */
export const badRowsCsv = (table: readonly (readonly string[])[], separator: string): string[] =>
  table.map((cells) => `${[...cells.slice(0, -1).map(plainCell), textCell(cells.at(-1))].join(separator)}\r\n`);

/** Does for NDJSON what {@link badRowsTable} does for tables. A line that is not an object stays as it is. */
export const badLinesNdjson = (badRows: readonly ExplainedRow[]): string[] =>
  badRows.map(({ text = '', reason }) => {
    const isObject = /^\s*\{[^]*\}\s*$/.test(text);
    // The text is not parsed, because parsing would round long numbers.
    const isEmptyObject = /^\s*\{\s*\}\s*$/.test(text);
    const comma = isEmptyObject ? '' : ',';
    return isObject ? `${text.replace(/\}\s*$/, '')}${comma}${JSON.stringify({ reason }).slice(1)}\n` : `${text}\n`;
  });
