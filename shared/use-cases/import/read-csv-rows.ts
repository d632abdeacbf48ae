import { CsvError, parse } from 'csv-parse/sync';
import { isBlank, MAX_LINE_BYTES, type Line } from './read-lines.ts';
import { TOO_LONG } from './source-record.ts';

/** A row of a CSV file: the bytes of its cells, or why they cannot be told. `line` is where it begins. */
export type CsvRow =
  { readonly line: number; readonly cells: readonly string[] } | { readonly line: number; readonly reason: string };

type ParsedRow = { readonly cells: string[] } | { readonly reason: string } | 'unclosed';

const BROKEN_QUOTE = 'has a quotation mark in the wrong place; inside a quoted cell it must be doubled';
const UNCLOSED_QUOTE = 'has a quoted cell that does not end';

const parseRow = (bytes: string): ParsedRow => {
  try {
    // A line feed that is not quoted has ended the row already, so that a lone carriage return is part of a cell.
    const options = { encoding: 'latin1', record_delimiter: '\n', relax_column_count: true } as const;
    return { cells: parse(Buffer.from(bytes.replace(/\r$/, ''), 'latin1'), options)[0] ?? [] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'unclosed' : { reason: BROKEN_QUOTE };
  }
};

/** Lines that can be given back, to be read again. */
const makeLineQueue = (lines: AsyncIterable<Line>) => {
  const iterator = lines[Symbol.asyncIterator]();
  let returned: Line[] = [];
  return {
    next: async (): Promise<Line | undefined> => {
      if (returned.length > 0) return returned.shift();
      const { done, value } = await iterator.next();
      return done ? undefined : value;
    },
    giveBack: (unread: readonly Line[]) => {
      returned = [...unread, ...returned];
    },
  };
};

type LineQueue = ReturnType<typeof makeLineQueue>;

/** Reads on until a line that may end the quoted cell. @returns the line feeds and bytes read, or undefined at the end. */
const readToQuote = async (queue: LineQueue, taken: Line[], room: number): Promise<string | undefined> => {
  let bytes = '';
  while (bytes.length <= room) {
    const line = await queue.next();
    if (!line) return undefined;
    taken.push(line);
    if (line.bytes === undefined) return undefined;
    bytes += `\n${line.bytes}`;
    if (line.bytes.includes('"')) return bytes;
  }
  return undefined;
};

const faultOfCount = (cells: readonly string[], wanted: number): string | undefined =>
  cells.length === wanted ? undefined : `has ${cells.length} cells where the header row has ${wanted}`;

/** A row takes further lines while a quoted cell is open; where that comes to nothing, only its first line is lost. */
const readRow = async (queue: LineQueue, first: Line, cellCount?: number): Promise<CsvRow> => {
  const line = first.number;
  if (first.bytes === undefined) return { line, reason: TOO_LONG };
  const taken: Line[] = [];
  let bytes: string = first.bytes;
  let row = parseRow(bytes);
  while (row === 'unclosed') {
    const more = await readToQuote(queue, taken, MAX_LINE_BYTES - bytes.length);
    row = more === undefined ? { reason: UNCLOSED_QUOTE } : parseRow((bytes += more));
  }
  const reason = 'reason' in row ? row.reason : faultOfCount(row.cells, cellCount ?? row.cells.length);
  if (reason === undefined) return { line, ...row };
  queue.giveBack(taken);
  return { line, reason };
};

/** The rows of a CSV file (RFC 4180), each with as many cells as the first, which is its header; blank lines are skipped. */
export async function* readCsvRows(lines: AsyncIterable<Line>): AsyncGenerator<CsvRow, void, undefined> {
  const queue = makeLineQueue(lines);
  let cellCount: number | undefined;
  for (let line = await queue.next(); line; line = await queue.next()) {
    if (isBlank(line)) continue;
    const row = await readRow(queue, line, cellCount);
    if ('cells' in row) cellCount ??= row.cells.length;
    yield row;
  }
}
