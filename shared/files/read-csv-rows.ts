import { MAX_LINE_BYTES } from '../rules/fields.ts';
import { separators } from '../rules/csv.ts';
import { INVALID, type Line } from './read-lines.ts';
import type { ReasonCode } from './reason.ts';
import { toRow, type Row, type Rows } from './row.ts';

const hasOddQuotes = (text: string): boolean => {
  let isOdd = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
};

/** The end of a quoted cell that begins at a quotation mark: the index of its last quotation mark, or -1. */
const findClosingQuote = (text: string, start: number): number => {
  let at = text.indexOf('"', start + 1);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
};

/** Many programs write `="005007"` without quotation marks around it, so that Excel keeps the leading zeros. */
const FORMULA = '="';

/** The cells of a CSV record (RFC 4180); undefined if a quotation mark is in the wrong place. */
const splitCells = (record: string, separator: string): string[] | undefined => {
  const cells: string[] = [];
  for (let at = 0; ; at += 1) {
    if (record[at] === '"') {
      const end = findClosingQuote(record, at);
      if (end === -1) return undefined;
      cells.push(record.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 1;
    } else if (record.startsWith(FORMULA, at)) {
      const end = findClosingQuote(record, at + 1);
      if (end === -1) return undefined;
      cells.push(record.slice(at, end + 1));
      at = end + 1;
    } else {
      const next = record.indexOf(separator, at);
      const cell = record.slice(at, next === -1 ? undefined : next);
      if (cell.includes('"')) return undefined;
      cells.push(cell);
      at += cell.length;
    }
    if (at === record.length) return cells;
    if (record[at] !== separator) return undefined;
  }
};

/** The first line of a file in which Excel names the separator. */
const SEPARATOR_LINE = /^"?sep=(.)"?$/i;

/** The separator with which a header row has the most known headings, and among those, the most cells. */
const findSeparator = (header: string, isKnown: (heading: string) => boolean): string => {
  const candidates = separators.map((separator) => {
    const cells = splitCells(header, separator) ?? [];
    return { separator, count: cells.length, known: cells.filter((cell) => isKnown(cell.trim())).length };
  });
  const best = candidates.toSorted((one, other) => other.known - one.known || other.count - one.count)[0];
  return best?.separator ?? separators[0];
};

interface CsvOptions {
  /** Whether a heading is a name or word for a field; it helps to find the separator. */
  readonly isKnown: (heading: string) => boolean;
  readonly onSeparator?: (separator: string) => void;
}

/**
 * Splits the lines of a CSV file into rows and cells. A row with line feeds inside quotation marks spans several lines. Only one
 * line is lost to a quotation mark that is in the wrong place or not closed, and the work stays linear: a line is joined to
 * earlier ones only up to the next line with an odd number of quotation marks, so it is read twice at most.
 */
export async function* readCsvRows(lines: AsyncIterable<readonly Line[]>, options: CsvOptions): Rows {
  let separator: string | undefined;
  /** The lines of a row whose last quotation mark is not closed yet. */
  let open: Line[] = [];
  let openLength = 0;
  let rows: Row[] = [];

  const addBad = (
    { number: line, text }: Line,
    code: ReasonCode,
    values: Readonly<Record<string, string | number>> = {},
  ): void => {
    rows.push({ line, text, reason: { code, values } });
  };

  /** @returns false if a quotation mark is in the wrong place */
  const addRow = (line: number, text: string): boolean => {
    if (text.trim() === '') return true;
    if (separator === undefined) {
      const named = line === 1 ? SEPARATOR_LINE.exec(text)?.[1] : undefined;
      separator = named ?? findSeparator(text, options.isKnown);
      options.onSeparator?.(separator);
      if (named !== undefined) return true;
    }
    const cells = splitCells(text, separator);
    const row = cells && toRow(line, cells);
    if (row) rows.push(row);
    return cells !== undefined;
  };

  /** Gives up joining: the first line is bad, the others are read on their own. */
  const split = (code: ReasonCode): void => {
    const [first, ...others] = open as [Line, ...Line[]];
    open = [];
    openLength = 0;
    addBad(first, code);
    for (const line of others) add(line);
  };

  const join = (line: Line): void => {
    const { text } = line;
    open.push(line);
    openLength += 1 + (text?.length ?? 0);
    if (text === undefined || text.includes(INVALID) || openLength > MAX_LINE_BYTES) return split('unclosed_quote');
    if (open.length === 1 || !hasOddQuotes(text)) return undefined;
    const start = (open[0] as Line).number;
    if (!addRow(start, open.map((one) => one.text).join('\n'))) return split('broken_quote');
    open = [];
    openLength = 0;
    return undefined;
  };

  const add = (line: Line): void => {
    const { number, text } = line;
    if (open.length > 0) return join(line);
    if (text === undefined) return addBad(line, 'line_too_long', { limit: MAX_LINE_BYTES / 1024 });
    if (text.includes(INVALID)) return addBad(line, 'invalid_encoding');
    if (hasOddQuotes(text)) return join(line);
    if (!addRow(number, text)) addBad(line, 'broken_quote');
    return undefined;
  };

  for await (const some of lines) {
    for (const line of some) add(line);
    if (rows.length > 0) yield rows;
    rows = [];
  }
  while (open.length > 0) split('unclosed_quote');
  if (rows.length > 0) yield rows;
}
