import { NO_TIME } from '../date-times.ts';
import { toRow, type GoodRow } from '../row.ts';
import { UnreadableFile } from '../unreadable-file.ts';
import { toNumberText, type NumberStyle } from './numbers.ts';
import { parseXml } from './parse-xml.ts';
import { unescapeText } from './texts.ts';

const MAX_ROWS = 200_000;

/** All rows are as wide as the first one, so a single cell far to the right would multiply the memory that a sheet takes. */
const MAX_CELLS = 40_000_000;

const maxRowsOf = (width: number): number => Math.min(MAX_ROWS, Math.floor(MAX_CELLS / width));

/** What the cells of all sheets share. */
export interface CellContext {
  readonly strings: readonly string[];
  readonly styles: readonly NumberStyle[];
  readonly is1904: boolean;
}

/** A formula that no spreadsheet program has computed. Imports reject it, as they do `#N/A`. */
const NOT_COMPUTED = '#N/A (a formula without a stored value)';

interface Cell {
  /** ECMA-376, part 1, section 18.18.11: `s` for a shared text, `b` for a boolean, and so on; undefined for a number. */
  readonly type: string | undefined;
  readonly style: string | undefined;
  value: string | undefined;
  isFormula: boolean;
}

const toText = ({ type, style, value, isFormula }: Cell, { strings, styles, is1904 }: CellContext): string => {
  // A program that does not compute formulas writes no value or an empty one. Only a computed text can be empty.
  if (isFormula && !value && !(type === 'str' && value === '')) return NOT_COMPUTED;
  if (!value) return '';
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'b') return value === '1' || value === 'true' ? 'true' : 'false';
  // Removes the fraction and the Z, because a workbook has no time zones, and marks a date without a time.
  if (type === 'd') return value.replace(/(?:\.\d+)?Z?$/, '').replace(/^\d+-\d+-\d+$/, `$&${NO_TIME}`);
  if (type === 'str' || type === 'inlineStr' || type === 'e') return unescapeText(value);
  return toNumberText(value, styles[Number(style ?? 0)], is1904);
};

/** The index of the column of `AB12`. */
const columnOf = (reference: string): number => {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
};

/** The number of the row of `AB12`, or 0 if there is none. */
const rowOf = (reference: string): number => Number(reference.replace(/^\D+/, ''));

/**
 * Copies the value of merged cells, which only the first one has, to the rows below, because empty cells would clear an
 * attribute. Cells that are merged with the heading are left empty.
 * @param merged references such as `E2:E5`
 */
const fillMerged = (rows: readonly GoodRow[], merged: readonly string[]): void => {
  const indexes = new Map(rows.map(({ line }, index) => [line, index]));
  for (const reference of merged) {
    const [first = '', last = ''] = reference.split(':');
    const column = columnOf(first);
    const start = indexes.get(rowOf(first));
    const isHeading = start === 0;
    if (start === undefined || isHeading) continue;
    const value = rows[start]?.cells[column];
    if (!value) continue;
    for (let at = start + 1; ; at += 1) {
      const row = rows[at];
      if (!row || row.line > rowOf(last) || row.cells[column] !== '') break;
      (row.cells as string[])[column] = value;
    }
  }
};

/**
 * Reads the rows of a sheet that are not empty. A row that is longer than the first one keeps one text beyond the last column, so
 * that an import rejects it.
 */
export const readSheet = (bytes: Uint8Array | undefined, context: CellContext): GoodRow[] => {
  const rows: GoodRow[] = [];
  let line = 0;
  let width = Infinity;
  let cells: string[] = [];
  let index = -1;
  let cell: Cell | undefined;
  let part = '';
  let isPhonetic = false;
  const merged: string[] = [];
  const put = (text: string): void => {
    const at = Math.min(index, width);
    if (text.trim() === '') return;
    while (cells.length < at) cells.push('');
    cells[at] ||= text;
  };
  const addRow = (): void => {
    if (width !== Infinity) while (cells.length < width) cells.push('');
    const row = toRow(line, cells);
    if (!row) return;
    if (rows.length === 0) width = row.cells.length;
    if (rows.length > maxRowsOf(width)) throw new UnreadableFile('workbook_too_long', { limit: maxRowsOf(width) });
    rows.push(row);
  };
  parseXml(bytes, {
    open: (name, attributes) => {
      part = name;
      if (name === 'rPh') isPhonetic = true;
      else if (name === 'row') {
        const number = Number(attributes()['r']);
        line = Number.isSafeInteger(number) && number > line ? number : line + 1;
        cells = [];
        index = -1;
      } else if (name === 'c') {
        const { r, t, s } = attributes();
        index = r === undefined ? index + 1 : columnOf(r);
        cell = { type: t, style: s, value: undefined, isFormula: false };
      } else if (name === 'f' && cell) cell.isFormula = true;
      else if (name === 'v' && cell) cell.value = '';
      else if (name === 'mergeCell') merged.push(attributes()['ref'] ?? '');
    },
    close: (name) => {
      part = '';
      if (name === 'rPh') isPhonetic = false;
      else if (name === 'c' && cell) {
        put(toText(cell, context));
        cell = undefined;
      } else if (name === 'row') addRow();
    },
    text: (text) => {
      if (cell && !isPhonetic && (part === 'v' || part === 't')) cell.value = (cell.value ?? '') + text;
    },
  });
  fillMerged(rows, merged);
  return rows;
};
