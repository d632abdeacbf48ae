import { MISSING_CELL, REASON_COLUMN, plainCell, separators, textCell } from '../../../../../shared/rules/csv.ts';

export interface BadLine {
  /** The number of the record's first line in the file. */
  readonly line: number;
  readonly reason: string;
  /** The record as it is in the file, without its line end. Quoted cells can contain line feeds. */
  readonly text: string;
}

const withoutCarriageReturn = (text: string): string => text.replace(/\r$/, '');

/** The cells of a CSV record; undefined if its quotation marks are wrong. */
const parseRecord = (record: string, separator: string): string[] | undefined => {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}]*))(${separator}|$)`, 'y');
  const cells: string[] = [];
  for (;;) {
    const found = cell.exec(record);
    if (found === null) return undefined;
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === '') return cells;
  }
};

/**
 * The cells of a CSV record. If its quotation marks are wrong, only its first line is split, and cells with a quotation mark get
 * a value that imports reject.
 */
const readCells = (record: string, separator: string): string[] =>
  parseRecord(record, separator) ??
  withoutCarriageReturn(record.split('\n', 1)[0] ?? '')
    .split(separator)
    .map((cell) => (cell.includes('"') ? `${MISSING_CELL} ${cell}` : cell));

/**
 * A CSV file of the bad lines, to correct and import. It has the columns and the separator of the original file, and the
 * reasons in a column that imports ignore. Missing cells and cells with a misplaced quotation mark get a value that imports
 * reject. Importing an uncorrected row therefore changes nothing.
 */
export const badLinesCsv = (header: string, badLines: readonly BadLine[]): string[] => {
  const headerRow = withoutCarriageReturn(header);
  const separator = separators.find((one) => headerRow.includes(one)) ?? separators[0];
  const columns = readCells(headerRow, separator);
  const oldReasonIndex = columns.indexOf(REASON_COLUMN);
  const rowOf = (cells: readonly string[], reason: string): string => {
    const missing = Array.from({ length: Math.max(0, columns.length - cells.length) }, () => MISSING_CELL);
    const cellsWithoutReason = [...cells, ...missing].filter((_, index) => index !== oldReasonIndex);
    return `${[...cellsWithoutReason.map((cell) => plainCell(cell)), textCell(reason)].join(separator)}\r\n`;
  };
  return [
    rowOf(columns, REASON_COLUMN),
    ...badLines.map(({ text, reason }) => rowOf(readCells(text, separator), reason)),
  ];
};

/** Does for NDJSON what {@link badLinesCsv} does for CSV. A line that is not an object stays as it is. */
export const badLinesNdjson = (badLines: readonly BadLine[]): string[] =>
  badLines.map(({ text, reason }) => {
    const isObject = /^\s*\{[^]*\}\s*$/.test(text);
    // The text is not parsed, because parsing would round long numbers.
    const comma = /^\s*\{\s*\}\s*$/.test(text) ? '' : ',';
    return isObject ? `${text.replace(/\}\s*$/, '')}${comma}${JSON.stringify({ reason }).slice(1)}\n` : `${text}\n`;
  });
