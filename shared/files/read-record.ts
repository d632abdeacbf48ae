import type { FieldRule } from '../rules/field-rule.ts';
import { findValue, isErrorValue, isNothing, isShownDate, unwrap } from './cell-words.ts';
import type { ColumnPlan } from './columns.ts';
import { fieldRulesOf, type RecordKind } from '../rules/records.ts';
import { NO_TIME, readDateTime, type DateOrder } from './date-times.ts';
import type { Reason, ReasonCode } from './reason.ts';
import type { GoodRow, Row } from './row.ts';

export interface GoodRecord {
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

interface BadRecord {
  readonly line: number;
  readonly reasons: readonly Reason[];
}

/** A record, or why it cannot be read. `line`: the first line of the record, counted from 1. */
export type SourceRecord = GoodRecord | BadRecord;

/** Numbers whose last digits a spreadsheet has lost, such as `1.23E+13`. */
const DIGITS_LOST = /^\d+[.,]\d+E[+-]?\d+$|^\d+E\+\d+$/i;

const DECIMAL = /^\d+\.0+$/;
/** The kinds whose values never end in `.0`, unless a spreadsheet took them for numbers. */
const WITHOUT_DECIMALS: ReadonlySet<FieldRule['kind']> = new Set(['integer', 'identifier', 'texts']);

const SHORTEST_OF_SEVERAL_BADGES = 3;

/** What separates badges. A comma without a space can be part of one: readers show a site code and a number as `012,34567`. */
const SEVERAL_BADGES = /[\n;|]|,\s/;

/** How much of a cell a reason quotes. */
export const MAX_QUOTED = 50;

/** Why a cell or member cannot be read as a value. */
class BadValue extends Error {
  readonly code: ReasonCode;

  constructor(code: ReasonCode) {
    super(code);
    this.code = code;
  }
}

const reject = (code: ReasonCode): never => {
  throw new BadValue(code);
};

const checkCell = (cell: string): void => {
  if (isErrorValue(cell)) reject('error_value');
  if (/^#{2,}$/.test(cell)) reject('too_narrow');
  if (isNothing(cell)) reject('word_for_nothing');
  if (DIGITS_LOST.test(cell)) reject('digits_lost');
};

const readList = (cell: string): readonly string[] => {
  if (cell.startsWith('[')) {
    try {
      return JSON.parse(cell) as readonly string[];
    } catch {
      return reject('list_not_json');
    }
  }
  const parts = cell.split(/[\s;,|]+/).filter((part) => part !== '');
  if (parts.length > 1 && parts.some((part) => part.length < SHORTEST_OF_SEVERAL_BADGES)) reject('badges_too_short');
  for (const part of parts) {
    checkCell(part);
    if (DECIMAL.test(part)) reject('decimal_number');
  }
  return parts;
};

const readers: { readonly [Kind in FieldRule['kind']]?: (cell: string) => unknown } = {
  integer: (cell) => {
    if (/^0\d+$/.test(cell)) reject('leading_zeros');
    return /^\d+$/.test(cell) ? Number(cell) : cell;
  },
  boolean: (cell) => {
    const value = findValue(cell);
    if (value === 'true') return true;
    return value === 'false' ? false : cell;
  },
  choice: (cell) => findValue(cell) ?? cell,
  language: (cell) => findValue(cell) ?? cell,
  texts: readList,
};

interface CellContext {
  readonly field: string;
  readonly rule: FieldRule;
  readonly dateOrder: DateOrder | undefined;
}

const readDate = (text: string, dateOrder: DateOrder | undefined): string => {
  const read = readDateTime(text, dateOrder);
  return typeof read === 'string' ? reject(read) : read.dateTime;
};

/** @throws BadValue */
const readCell = (cell: string, { field, rule, dateOrder }: CellContext): unknown => {
  const text = unwrap(cell);
  if (text === '') return null;
  checkCell(text);
  const isBadge = field === 'uid' || rule.kind === 'texts';
  if ((rule.kind !== 'date-time' && text.endsWith(NO_TIME)) || (isBadge && isShownDate(text))) reject('date_cell');
  if (WITHOUT_DECIMALS.has(rule.kind) && DECIMAL.test(text)) reject('decimal_number');
  if (field === 'uid' && SEVERAL_BADGES.test(text)) reject('several_badges');
  return rule.kind === 'date-time' ? readDate(text, dateOrder) : (readers[rule.kind]?.(text) ?? text);
};

const tryRead = (field: string, cell: string, read: () => unknown): readonly [string, unknown] | Reason => {
  try {
    return [field, read()];
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    const value = cell.slice(0, MAX_QUOTED).replaceAll(/\s/g, ' ').replace(NO_TIME, '');
    // The text for `several_badges` names `uids` as the field to use instead.
    return { code: error.code, values: { field, other: 'uids', value } };
  }
};

const toRecord = (line: number, read: readonly (readonly [string, unknown] | Reason)[]): SourceRecord => {
  const reasons = read.filter((one) => 'code' in one);
  if (reasons.length > 0) return { line, reasons };
  return { line, fields: Object.fromEntries(read as readonly (readonly [string, unknown])[]) };
};

/** Why a row does not fit the columns; undefined if it does. */
export const checkRow = ({ cells }: GoodRow, { columns }: ColumnPlan): Reason | undefined => {
  const usedCells = cells.findLastIndex((cell) => cell !== '') + 1;
  if (cells.length < columns.length)
    return { code: 'too_few_cells', values: { count: cells.length, columns: columns.length } };
  if (usedCells > columns.length)
    return { code: 'cell_count', values: { count: cells.length, columns: columns.length } };
  const unnamed = columns.find(
    ({ field, isIgnored }, index) => field === undefined && !isIgnored && cells[index] !== '',
  );
  return unnamed && { code: 'cell_without_heading', values: { column: unnamed.heading } };
};

/** Makes the function that reads the rows of a file. An empty cell is `null`. */
export const makeReadRow = (kind: RecordKind, plan: ColumnPlan): ((row: Row) => SourceRecord) => {
  const { columns, dateOrder } = plan;
  const rules = fieldRulesOf(kind);
  const contexts = columns.map(({ field }) => {
    const rule = field === undefined ? undefined : rules[field];
    if (field === undefined || !rule) return undefined;
    return { field, rule, dateOrder };
  });
  return (row) => {
    const { line } = row;
    if ('reason' in row) return { line, reasons: [row.reason] };
    const problem = checkRow(row, plan);
    if (problem) return { line, reasons: [problem] };
    const read = contexts.flatMap((context, index) => {
      const cell = row.cells[index] ?? '';
      return context ? [tryRead(context.field, cell, () => readCell(cell, context))] : [];
    });
    return toRecord(line, read);
  };
};

/** Why a string of a list cannot be a value; undefined if all can. */
const findBadItem = (field: string, items: readonly unknown[]): Reason | undefined =>
  items
    .filter((item) => typeof item === 'string')
    .map((item) => tryRead(field, item, () => checkCell(item.trim())))
    .find((read) => 'code' in read);

/** Checks the strings of a JSON object as if they were cells, and reads its date-times. */
export const readMembers = (
  kind: RecordKind,
  line: number,
  members: Readonly<Record<string, unknown>>,
  dateOrder: DateOrder | undefined,
): SourceRecord => {
  const rules = fieldRulesOf(kind);
  const read = Object.entries(members).map(([field, value]) => {
    const rule = rules[field];
    if (rule && Array.isArray(value)) return findBadItem(field, value) ?? ([field, value] as const);
    if (typeof value !== 'string' || !rule) return [field, value] as const;
    return tryRead(field, value, () => {
      const text = value.trim();
      checkCell(text);
      return rule.kind === 'date-time' ? readDate(text, dateOrder) : value;
    });
  });
  return toRecord(line, read);
};
