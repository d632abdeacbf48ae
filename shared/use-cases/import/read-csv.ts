import { parse } from 'csv-parse/sync';
import { UseCaseError } from '../../domain/use-case-error.ts';
import { REASON_COLUMN, separators } from '../../rules/csv.ts';
import type { RecordRules } from '../../rules/field-rule.ts';
import { MAX_LINE_BYTES } from '../../rules/byte-limits.ts';
import { findOtherKind, isInteger, isList, namesOf, validateNames } from './record-fields.ts';
import { isBlank, NOT_UTF8, TOO_LONG, type Decode, type Line, type SourceRecord } from './read-lines.ts';

/** A row before its cells are parsed. Its lines are joined by line feeds. */
type RawRow =
  | {
      readonly line: number;
      readonly bytes: string;
      /** Puts back all lines except the first, to be read as separate rows. */
      readonly split: () => void;
    }
  | { readonly line: number; readonly reason: string };

const BROKEN_QUOTE = 'has a quotation mark in the wrong place; inside a quoted cell it must be doubled';
const UNCLOSED_QUOTE = 'has a quoted cell that does not end';

const hasOpenQuote = (bytes: string): boolean => bytes.split('"').length % 2 === 0;

/**
 * Joins the lines of a row that has line feeds in quoted cells. After a misplaced quotation mark, csv-parse would lose all rows
 * up to the next quotation mark; here, only the line with the misplaced mark is lost.
 */
async function* joinRows(lines: AsyncIterable<Line>): AsyncGenerator<RawRow, void, undefined> {
  const iterator = lines[Symbol.asyncIterator]();
  const pushedBack: (Line | undefined)[] = [];
  const next = async (): Promise<Line | undefined> => pushedBack.shift() ?? (await iterator.next()).value ?? undefined;

  for (let first = await next(); first; first = await next()) {
    if (isBlank(first)) continue;
    const line = first.number;
    const laterLines: (Line | undefined)[] = [];
    let { bytes } = first;
    while (bytes !== undefined && hasOpenQuote(bytes)) {
      const more = await next();
      // `more` is undefined at the end of the file.
      laterLines.push(more);
      bytes =
        more?.bytes === undefined || bytes.length + more.bytes.length > MAX_LINE_BYTES
          ? undefined
          : `${bytes}\n${more.bytes}`;
    }
    const split = (): void => {
      pushedBack.unshift(...laterLines);
    };
    if (bytes === undefined) {
      split();
      yield { line, reason: first.bytes === undefined ? TOO_LONG : UNCLOSED_QUOTE };
    } else yield { line, bytes, split };
  }
}

const parseRow = (bytes: string, delimiter: string): readonly string[] | { reason: string } => {
  try {
    // Only a line feed ends a row, so a lone carriage return is part of a cell.
    const options = { encoding: 'latin1', record_delimiter: '\n', relax_column_count: true, delimiter } as const;
    const [cells] = parse(Buffer.from(bytes.replace(/\r$/, ''), 'latin1'), options) as [string[]];
    return cells;
  } catch {
    return { reason: BROKEN_QUOTE };
  }
};

const readCells = (row: RawRow, delimiter: string, decode: Decode): readonly string[] | { reason: string } => {
  if ('reason' in row) return row;
  const raw = parseRow(row.bytes, delimiter);
  if ('reason' in raw) {
    row.split();
    return raw;
  }
  const cells = raw.map(decode);
  return cells.every((cell) => cell !== undefined) ? cells : { reason: NOT_UTF8 };
};

const unreadable = (reason: string): UseCaseError => new UseCaseError('unreadable_file', { reason });

/** Chooses the delimiter that finds the most known names in the header row. */
const readHeader = (row: RawRow | undefined, rules: RecordRules, decode: Decode) => {
  if (!row) throw unreadable('The file is empty; its first line must name the columns.');
  const known = namesOf(rules);
  const candidates = separators.map((delimiter) => {
    const cells = readCells(row, delimiter, decode);
    const score = 'reason' in cells ? 0 : cells.filter((cell) => known.includes(cell)).length;
    return { delimiter, cells, score };
  });
  const [{ delimiter, cells }] = candidates.toSorted((one, other) => other.score - one.score) as [
    (typeof candidates)[number],
  ];
  if ('reason' in cells) throw unreadable(`The header row ${cells.reason}.`);
  return { delimiter, header: cells };
};

/** @throws UseCaseError `unreadable_file` that says what to fix in the header row */
const checkHeader = (header: readonly string[], required: readonly string[], rules: RecordRules): void => {
  const missing = required.filter((column) => !header.includes(column));
  const columns = `the column${missing.length === 1 ? '' : 's'} ${missing.join(', ')}`;
  const missingMessage = `The header row ${missing.length < required.length ? 'lacks' : 'must name'} ${columns}.`;
  const otherKind = findOtherKind(header, rules);
  if (missing.length > 0 && otherKind) throw unreadable(`${missingMessage} Is this a file of ${otherKind}?`);
  // A first line without any known name is probably a record, not a header row, so its cells are not reported as unknown columns.
  if (!header.some((column) => namesOf(rules).includes(column))) throw unreadable(missingMessage);
  const unknown = validateNames(header, rules);
  if (unknown) {
    const names = unknown.names.map((name) => `"${name}"`).join(', ');
    const noun = unknown.names.length === 1 ? 'column' : 'columns';
    throw unreadable(`The header row names the ${noun} ${names}, which ${unknown.problem}.`);
  }
  const repeated = header.find((column, index) => header.indexOf(column) !== index);
  if (repeated !== undefined) throw unreadable(`The header row names the column "${repeated}" twice.`);
  if (missing.length > 0) throw unreadable(missingMessage);
};

/** The scientific notation in which spreadsheets write long numbers. */
const SCIENTIFIC = /^\d(?:[.,]\d+)?E\+\d+$/i;

/** An error that spreadsheets show in place of a value that they cannot compute. */
const SPREADSHEET_ERROR = /^#(?:N\/A(?: .*)?|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!)$/s;

const validateCell = (column: string, cell: string, rules: RecordRules): string | undefined => {
  if (SPREADSHEET_ERROR.test(cell))
    return `${column} "${cell}" is an error value of a spreadsheet; enter the intended value`;
  if (isInteger(rules, column) && /^0\d+$/.test(cell)) return `${column} "${cell}" has leading zeros`;
  const parts = isList(rules, column) ? toTexts(cell) : [cell];
  const looksNumeric = isInteger(rules, column) || rules.numericTextFields.includes(column);
  if (looksNumeric && parts.some((part) => SCIENTIFIC.test(part)))
    return `${column} "${cell}" is in scientific notation, to which spreadsheets shorten long numbers; format the column as text`;
  return undefined;
};

const toTexts = (cell: string): string[] => cell.split(' ').filter((one) => one !== '');

const toValue = (column: string, cell: string, rules: RecordRules): unknown => {
  if (cell === '') return null;
  if (isList(rules, column)) return toTexts(cell);
  if (isInteger(rules, column) && /^\d+$/.test(cell)) return Number(cell);
  if (column === 'deleted' && /^(true|false)$/i.test(cell)) return cell.toLowerCase() === 'true';
  return cell;
};

const isImported = (column: string): boolean => column !== REASON_COLUMN;

const readRow = (
  cells: readonly string[] | { reason: string },
  header: readonly string[],
  rules: RecordRules,
): { fields: Record<string, unknown> } | { reason: string } => {
  if ('reason' in cells) return { reason: cells.reason };
  if (cells.length !== header.length)
    return { reason: `has ${cells.length} cells where the header row has ${header.length}` };
  const named = header
    .map((column, index) => [column, cells[index] ?? ''] as const)
    .filter(([column]) => isImported(column));
  const problems = named.map(([column, cell]) => validateCell(column, cell, rules)).filter((one) => one !== undefined);
  if (problems.length > 0) return { reason: problems.join('; ') };
  return { fields: Object.fromEntries(named.map(([column, cell]) => [column, toValue(column, cell, rules)])) };
};

/**
 * Reads a CSV file (RFC 4180) with a header row, separated by commas, semicolons or tabs. An empty cell is `null`. Blank lines
 * are skipped.
 * @param required the columns that the header row must have
 * @throws UseCaseError `unreadable_file` if the header row is missing or wrong
 */
export async function* readCsv(
  lines: AsyncIterable<Line>,
  decode: Decode,
  rules: RecordRules,
  required: readonly string[] = Object.keys(rules.required),
): AsyncGenerator<SourceRecord, void, undefined> {
  const rows = joinRows(lines);
  const first = await rows.next();
  const { delimiter, header } = readHeader(first.done ? undefined : first.value, rules, decode);
  checkHeader(header.filter(isImported), required, rules);
  for await (const row of rows) {
    yield { line: row.line, ...readRow(readCells(row, delimiter, decode), header, rules) };
  }
}
