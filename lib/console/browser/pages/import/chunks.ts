import type { ColumnPlan } from '../../../../../shared/files/columns.ts';
import { INVALID } from '../../../../../shared/files/read-lines.ts';
import { checkRow } from '../../../../../shared/files/read-record.ts';
import type { Reason } from '../../../../../shared/files/reason.ts';
import { MAX_LINE_BYTES, MAX_LIST_BODY_BYTES } from '../../../../../shared/rules/fields.ts';
import { plainCell, REASON_COLUMN } from '../../../../../shared/rules/csv.ts';
import type { SourceFile } from './source-file.ts';

/** A row of the file, or a line of NDJSON. */
export interface SourceRow {
  /** The number of its first line in the file. */
  readonly line: number;
  /** Absent for a row that cannot be split into cells, and in NDJSON. */
  readonly cells?: readonly string[];
  /** The line as it is in the file. */
  readonly text?: string | undefined;
}

export interface BadLine extends SourceRow {
  readonly reasons: readonly Reason[];
}

export interface Chunk {
  /** The body of the request: a header row with our names and rows, or lines of NDJSON. */
  readonly text: string;
  /** The line in the file of the chunk's first row, bad or not. */
  readonly firstLine: number;
  /** The rows of the body, by the number of lines between the header row and them. */
  readonly rows: ReadonlyMap<number, SourceRow>;
  /** The rows that are not in the body, because they cannot be read. */
  readonly badLines: readonly BadLine[];
  /** The share of the file up to the end of this chunk, from 0 to 1. */
  readonly share: number;
}

interface Prepared {
  readonly row: SourceRow;
  /** Its text in the body, or why it is not in the body. */
  readonly sent: string | Reason;
}

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;

const countLines = (text: string): number => text.split('\n').length;

const LINE_TOO_LONG: Reason = { code: 'line_too_long', values: { limit: MAX_LINE_BYTES / 1024 } };

const headerOf = ({ columns }: ColumnPlan): string =>
  [...columns.flatMap(({ field }) => field ?? []), REASON_COLUMN].join(',');

/** Only the columns that are imported leave the browser. The last cell, for reasons, is not empty: empty rows would be skipped. */
const rowText = (cells: readonly string[], { columns }: ColumnPlan): string => {
  const sent = cells.filter((_, index) => columns[index]?.field !== undefined);
  return [...sent.map(plainCell), '-'].join(',');
};

async function* prepareRows(source: SourceFile, plan: ColumnPlan): AsyncGenerator<readonly Prepared[]> {
  let isHeader = true;
  for await (const page of source.readRows()) {
    yield page.slice(isHeader ? 1 : 0).map((row): Prepared => {
      if ('reason' in row) return { row, sent: row.reason };
      const problem = checkRow(row, plan);
      if (problem) return { row, sent: problem };
      const text = rowText(row.cells, plan);
      return { row, sent: text.length > MAX_LINE_BYTES ? LINE_TOO_LONG : text };
    });
    isHeader = false;
  }
}

async function* prepareLines(source: SourceFile): AsyncGenerator<readonly Prepared[]> {
  for await (const page of source.readLines())
    yield page
      .filter(({ text }) => text?.trim() !== '')
      .map(({ number: line, text }): Prepared => {
        const row = { line, text };
        if (text === undefined) return { row, sent: LINE_TOO_LONG };
        return { row, sent: text.includes(INVALID) ? { code: 'invalid_encoding', values: {} } : text };
      });
}

/** What is known of the rows of a table. */
interface TableRows {
  readonly plan: ColumnPlan;
  /** The number of rows below the header row. */
  readonly rowCount: number;
}

/** Reads a file in chunks of whole rows. Only the needed part of it is in memory. */
export class Chunks {
  readonly #header: string | undefined;
  readonly #pages: AsyncGenerator<readonly Prepared[]>;
  /** The share of the file that a row is. The position in the file says nothing: the browser may read all of it at once. */
  readonly #shareOf: (row: SourceRow) => number;
  /** Rows that were read but not returned yet. */
  #rows: readonly Prepared[] = [];
  #share = 0;

  /** @param table undefined for NDJSON */
  constructor(source: SourceFile, table: TableRows | undefined) {
    this.#header = table && headerOf(table.plan);
    this.#pages = table ? prepareRows(source, table.plan) : prepareLines(source);
    this.#shareOf = table ? () => 1 / table.rowCount : ({ text = '' }) => (bytesOf(text) + 1) / source.file.size;
  }

  /** @returns undefined at the end of the file */
  async next(maxRows: number): Promise<Chunk | undefined> {
    while (this.#rows.length < maxRows) {
      const page = await this.#pages.next();
      if (page.done) break;
      this.#rows = [...this.#rows, ...page.value];
    }
    const [first] = this.#rows;
    if (!first) return undefined;
    const texts = this.#header === undefined ? [] : [this.#header];
    const rows = new Map<number, SourceRow>();
    const badLines: BadLine[] = [];
    let bytes = bytesOf(texts.join(''));
    /** The lines of the body below its header row. */
    let lines = 0;
    /** The rows of the chunk, bad or not. */
    let count = 0;
    for (const { row, sent } of this.#rows.slice(0, maxRows)) {
      if (typeof sent !== 'string') badLines.push({ ...row, reasons: [sent] });
      else {
        bytes += 1 + bytesOf(sent);
        if (bytes > MAX_LIST_BODY_BYTES) break;
        texts.push(sent);
        rows.set(lines, row);
        lines += countLines(sent);
      }
      count += 1;
      this.#share += this.#shareOf(row);
    }
    this.#rows = this.#rows.slice(count);
    const share = Math.min(this.#share, 1);
    return { text: texts.join('\n'), firstLine: first.row.line, rows, badLines, share };
  }
}
