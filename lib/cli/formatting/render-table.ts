import stringWidth from 'string-width';
import { escapeLines, escapeText } from '../printable.ts';
import type { Output } from '../terminal.ts';
import { paint, paintTone, type Cell, type Table } from './table.ts';

const GAP = '  ';

const isToned = (cell: Cell) => typeof cell === 'object' && cell !== null;

const textOf = (cell: Cell): string => escapeText(String((isToned(cell) ? cell.text : cell) ?? '')) || '-';

const paintCell = (cell: Cell, text: string, output: Output): string =>
  paintTone(isToned(cell) ? cell.tone : undefined, text, output);

const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - stringWidth(text)));

const formatAsLines = ({ columns, rows }: Table, widths: readonly number[], output: Output): string => {
  // The last cell of a line is not padded.
  const padCell = (cell: Cell, index: number): string =>
    pad(textOf(cell), index === columns.length - 1 ? 0 : (widths[index] ?? 0));
  const toLine = (row: readonly Cell[]): string =>
    row.map((cell, index) => paintCell(cell, padCell(cell, index), output)).join(GAP);
  return [paint('bold', toLine(columns), output), ...rows.map(toLine)].join('\n');
};

const formatAsBlocks = ({ columns, rows }: Table, output: Output): string => {
  const width = Math.max(...columns.map((column) => column.length)) + 1;
  const toBlock = (row: readonly Cell[]): string =>
    row
      .map((cell, index) => `${`${columns[index] ?? ''}:`.padEnd(width)} ${paintCell(cell, textOf(cell), output)}`)
      .join('\n');
  return rows.map(toBlock).join('\n\n');
};

const isPresent = (text: string): boolean => text !== '';

/**
 * Formats one line per record, under the names of the columns. If the lines are wider than the terminal, formats one line per
 * column instead. Truncates nothing, because people copy identifiers. Without a terminal, the width is unlimited.
 */
export const renderTable = (table: Table, output: Output): string => {
  const { title = '', ifEmpty, columns, rows, summary = '' } = table;
  if (ifEmpty !== undefined && rows.length === 0) return ifEmpty;
  const widths = columns.map((column, index) =>
    rows.reduce((width, row) => Math.max(width, stringWidth(textOf(row[index]))), stringWidth(column)),
  );
  const total = widths.reduce((sum, width) => sum + width, GAP.length * (columns.length - 1));
  const fits = !output.isTTY || total <= (output.columns ?? 80);
  const lines = fits ? formatAsLines(table, widths, output) : formatAsBlocks(table, output);
  const body = rows.length === 0 ? '' : lines;
  const titled = [escapeLines(title), body].filter(isPresent).join('\n');
  return [titled, escapeLines(summary)].filter(isPresent).join('\n\n');
};
