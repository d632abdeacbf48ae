import { REASON_COLUMN } from '../rules/csv.ts';
import { unwrap } from './cell-words.ts';
import { findOrder, type DateOrder } from './date-times.ts';
import { findField, isEmployeeNumber } from './headings.ts';
import { findSimilar } from './similar-words.ts';
import { recordRules, fieldRulesOf, startFields, type RecordKind } from '../rules/records.ts';
import type { FileReason } from './reason.ts';
import type { GoodRow, Row } from './row.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** Which field each column is, and how its dates are written. */
export interface ColumnPlan {
  readonly columns: readonly Column[];
  readonly dateOrder?: DateOrder | undefined;
}

export interface Column {
  /** As in the file; a column without a heading is named by its letter. */
  readonly heading: string;
  readonly isNamed: boolean;
  /** Undefined if the column is ignored. */
  readonly field: string | undefined;
  /** Whether a column without a field may have cells. If not, each such cell is an error. */
  readonly isIgnored: boolean;
}

/** What is known of a column after all rows have been read. */
interface ColumnFacts {
  readonly heading: string;
  readonly isNamed: boolean;
  hasContent: boolean;
  /** Whether all its values are integers that can be a person's id. */
  isInteger: boolean;
}

/** The header row, and what the rows below it are like. */
export interface Inspection {
  readonly columns: readonly ColumnFacts[];
  /** The first rows below the header row. */
  readonly samples: readonly GoodRow[];
  /** For each column, the orders of day and month that its dates need. */
  readonly ordersByColumn: readonly ReadonlySet<DateOrder | 'unknown'>[];
  readonly rowCount: number;
}

const SAMPLES = 5;

/** `A`, …, `Z`, `AA`, … as in a spreadsheet. */
export const columnLetter = (index: number): string =>
  (index < 26 ? '' : columnLetter(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

const withoutEmptyEnd = (cells: readonly string[]): readonly string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);

/** Takes the rows of a file in turn. The first one is the header row. */
export class Inspector {
  #columns: ColumnFacts[] | undefined;
  readonly #samples: GoodRow[] = [];
  readonly #orders: Set<DateOrder | 'unknown'>[] = [];
  #rowCount = 0;

  /** @throws UnreadableFile if the header row cannot be read */
  add(row: Row): void {
    if (!this.#columns) {
      // A row that cannot be split has one of a few reasons. Each has a text for the header row, too.
      if ('reason' in row) throw new UnreadableFile(`header_${row.reason.code}` as FileReason['code']);
      this.#columns = withoutEmptyEnd(row.cells).map((cell, index) => ({
        heading: cell === '' ? columnLetter(index) : cell,
        isNamed: cell !== '',
        hasContent: false,
        isInteger: true,
      }));
      return;
    }
    this.#rowCount += 1;
    if ('reason' in row) return;
    if (this.#samples.length < SAMPLES) this.#samples.push(row);
    for (const [index, cell] of row.cells.entries()) if (cell !== '') this.#addCell(index, cell);
  }

  #addCell(index: number, wrapped: string): void {
    const column = this.#columns?.[index];
    if (!column) return;
    column.hasContent = true;
    const cell = unwrap(wrapped);
    if (cell === '') return;
    if (!/^[1-9]\d{0,15}$/.test(cell)) column.isInteger = false;
    const order = findOrder(cell);
    if (order) (this.#orders[index] ??= new Set()).add(order);
  }

  /** @throws UnreadableFile if there was no row */
  end(): Inspection {
    if (!this.#columns) throw new UnreadableFile('empty');
    const ordersByColumn = this.#columns.map((_, index) => this.#orders[index] ?? new Set<never>());
    return { columns: this.#columns, samples: this.#samples, ordersByColumn, rowCount: this.#rowCount };
  }
}

/** The field of each column, by its heading and values; undefined if no field fits. */
const guessFields = (kind: RecordKind, columns: readonly ColumnFacts[]): readonly (string | undefined)[] => {
  const guesses = columns.map(({ heading, isNamed }) => (isNamed ? findField(kind, heading) : undefined));
  const employeeNumbers = columns.flatMap(({ heading }, at) => (isEmployeeNumber(heading) ? [at] : []));
  const [index] = employeeNumbers;
  if (index === undefined || employeeNumbers.length > 1 || guesses[index] !== undefined) return guesses;
  // The only employee number is the id if its values can be ids, or else the badge, unless another column has that field.
  const idField = kind === 'users' ? 'id' : 'userId';
  const isIdFree = !guesses.includes(idField);
  const isBadgeFree = kind === 'users' && !guesses.includes('uid');
  if (isIdFree && columns[index]?.isInteger) guesses[index] = idField;
  else if (isBadgeFree) guesses[index] = 'uid';
  // Each value that cannot be an id is then reported as a bad line.
  else if (isIdFree) guesses[index] = idField;
  return guesses;
};

/** What has to be known before the rows can be read. */
export interface ColumnProposal extends ColumnPlan {
  /** The indexes of columns that no field fits. */
  readonly unknown: readonly number[];
  /** Fields that several columns claim. */
  readonly repeated: readonly string[];
  /** Required fields without a column. */
  readonly missing: readonly string[];
  /**
   * Fields without a column that another column needs, such as `noShowMinutes` for `startsAt`. An import without them rejects each
   * line, so {@link requireColumns} does not check them.
   */
  readonly missingParts: readonly string[];
  /** Why the order of day and month is not known. `unknown`: no date shows it; `mixed`: dates contradict each other. */
  readonly dateOrderQuestion: 'unknown' | 'mixed' | undefined;
}

/** The answers of a person. */
export interface ColumnAnswers {
  /** The field of each of these columns, by heading; undefined ignores the column. */
  readonly map?: ReadonlyMap<string, string | undefined>;
  readonly dateOrder?: DateOrder | undefined;
  /** Whether the company is given, so that no column needs to name it. */
  readonly isCompanyGiven?: boolean;
}

const decideOrder = (
  orders: ReadonlySet<DateOrder | 'unknown'>,
  given: DateOrder | undefined,
): Pick<ColumnProposal, 'dateOrder' | 'dateOrderQuestion'> => {
  if (given || orders.size === 0) return { dateOrder: given, dateOrderQuestion: undefined };
  const isMixed = orders.has('dmy') && orders.has('mdy');
  if (isMixed) return { dateOrder: undefined, dateOrderQuestion: 'mixed' };
  const decided = orders.has('dmy') ? 'dmy' : orders.has('mdy') ? 'mdy' : undefined;
  return { dateOrder: decided, dateOrderQuestion: decided ? undefined : 'unknown' };
};

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** @throws UnreadableFile */
const checkMap = (kind: RecordKind, headings: readonly string[], map: NonNullable<ColumnAnswers['map']>): void => {
  const known = Object.keys(fieldRulesOf(kind));
  for (const [heading, field] of map) {
    if (!headings.includes(heading))
      throw new UnreadableFile('map_heading_unknown', { heading, headings: quoted(headings) });
    if (field !== undefined && !known.includes(field))
      throw new UnreadableFile('map_field_unknown', { field, known: known.join(', ') });
  }
};

/**
 * Finds the field of each column, and the order of day and month.
 * @throws UnreadableFile if an answer is about a column or field that does not exist
 */
export const proposeColumns = (
  kind: RecordKind,
  { columns, ordersByColumn }: Inspection,
  { map = new Map(), dateOrder, isCompanyGiven = false }: ColumnAnswers = {},
): ColumnProposal => {
  checkMap(
    kind,
    columns.map(({ heading }) => heading),
    map,
  );
  const guesses = guessFields(kind, columns);
  const answered = columns.map(({ heading }) => map.has(heading));
  const fields = columns.map(({ heading }, index) => (answered[index] ? map.get(heading) : guesses[index]));
  const rules = fieldRulesOf(kind);
  const orders = fields.flatMap((field, index) =>
    field !== undefined && rules[field]?.kind === 'date-time' ? [...(ordersByColumn[index] ?? [])] : [],
  );
  const isIgnored = (index: number): boolean => answered[index] === true || columns[index]?.heading === REASON_COLUMN;
  const isUnknown = ({ isNamed, hasContent }: ColumnFacts, index: number): boolean =>
    fields[index] === undefined && !isIgnored(index) && (isNamed || hasContent);
  return {
    columns: columns.map(({ heading, isNamed }, index) => ({
      heading,
      isNamed,
      field: fields[index],
      isIgnored: isIgnored(index),
    })),
    unknown: columns.flatMap((column, index) => (isUnknown(column, index) ? [index] : [])),
    repeated: [...new Set(fields.filter((field, index) => fields.indexOf(field) !== index))].filter(
      (field) => field !== undefined,
    ),
    missing: Object.keys(recordRules[kind].required).filter(
      (field) => !fields.includes(field) && !(field === 'companyId' && isCompanyGiven),
    ),
    missingParts: startFields.some((field) => columns[fields.indexOf(field)]?.hasContent)
      ? startFields.filter((field) => !fields.includes(field))
      : [],
    ...decideOrder(new Set(orders), dateOrder),
  };
};

/** Whether everything about the columns is known. */
export const isComplete = ({ unknown, repeated, missing, missingParts, dateOrderQuestion }: ColumnProposal): boolean =>
  [unknown, repeated, missing, missingParts].every(({ length }) => length === 0) && dateOrderQuestion === undefined;

/** The other kind of file, if it has all these columns and its required ones are there. */
const findOtherKind = (kind: RecordKind, headings: readonly string[]): RecordKind | undefined => {
  const other = kind === 'users' ? 'bookings' : 'users';
  const fields = headings.map((heading) => findField(other, heading));
  const hasRequired = Object.keys(recordRules[other].required).every(
    (name) => name === 'companyId' || fields.includes(name),
  );
  return hasRequired && fields.every((field) => field !== undefined) ? other : undefined;
};

/** @throws UnreadableFile if something about the columns is not known */
export const requireColumns = (kind: RecordKind, proposal: ColumnProposal): ColumnPlan => {
  const { columns, unknown, repeated, missing, dateOrderQuestion } = proposal;
  const headings = columns.map(({ heading }) => heading);
  const known = Object.keys(fieldRulesOf(kind));
  // A first line without any known heading is probably a record, not a header row.
  const hasHeader = columns.some(({ field }) => field !== undefined);
  const missingValues = { count: missing.length, columns: missing.join(', ') };
  if (missing.length > 0 || unknown.length > 0) {
    const other = findOtherKind(kind, headings);
    if (other) throw new UnreadableFile(`file_of_${other}`);
  }
  if (!hasHeader) {
    const found = quoted(headings.slice(0, 5).map((heading) => heading.slice(0, 50)));
    throw new UnreadableFile('no_header', { ...missingValues, found });
  }
  if (repeated.length > 0) {
    const same = columns.filter(({ field }) => field === repeated[0]).map(({ heading }) => heading);
    throw new UnreadableFile('columns_repeated', { columns: quoted(same), field: repeated[0] ?? '' });
  }
  if (unknown.length > 0) {
    const names = unknown.map((index) => headings[index] ?? '');
    const [name = ''] = names;
    const similar = findSimilar(name, known);
    const values = { count: names.length, columns: quoted(names), name, known: known.join(', ') };
    throw similar === undefined
      ? new UnreadableFile('columns_unknown', values)
      : new UnreadableFile('columns_unknown_similar', { ...values, similar });
  }
  if (missing.length > 0) throw new UnreadableFile('columns_missing', missingValues);
  if (dateOrderQuestion) throw new UnreadableFile(`date_order_${dateOrderQuestion}`);
  return proposal;
};
