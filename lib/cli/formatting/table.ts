import { styleText } from 'node:util';
import type { Output } from '../terminal.ts';

/** The tone of a cell: green, yellow, red or dimmed on a terminal with colours. */
export type Tone = 'good' | 'warning' | 'bad' | 'quiet';

/** An empty or missing cell is shown as `-`. */
export type Cell = string | number | null | undefined | { readonly text: string; readonly tone: Tone | undefined };

export interface Table {
  readonly title?: string;
  /** Printed instead of a table without records. */
  readonly ifEmpty?: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Printed below the rows, after an empty line. */
  readonly summary?: string;
}

/** Makes a function that formats rows as a table. @param columns the cell of a row in each column, by the column's name */
export const tableOf =
  <Row>(columns: Readonly<Record<string, (row: Row) => Cell>>, ifEmpty?: string) =>
  (rows: readonly Row[]): Table => ({
    ...(ifEmpty !== undefined && { ifEmpty }),
    columns: Object.keys(columns),
    rows: rows.map((row) => Object.values(columns).map((toCell) => toCell(row))),
  });

const colors = { good: 'green', warning: 'yellow', bad: 'red', quiet: 'dim' } as const satisfies Record<Tone, string>;

export const paint = (format: Parameters<typeof styleText>[0], text: string, { usesColors }: Output): string =>
  usesColors ? styleText(format, text, { validateStream: false }) : text;

export const paintTone = (tone: Tone | undefined, text: string, output: Output): string =>
  tone ? paint(colors[tone], text, output) : text;

/** Formats one thing, with a line for each fact. A fact can have several lines; one that is absent or empty is shown as `-`. */
export const formatFacts = (facts: Readonly<Record<string, string | undefined>>): string => {
  const width = Math.max(...Object.keys(facts).map((label) => label.length)) + ': '.length;
  const toLine = ([label, text]: [string, string | undefined]): string =>
    `${label}: `.padEnd(width) + (text || '-').replaceAll('\n', `\n${' '.repeat(width)}`);
  return Object.entries(facts).map(toLine).join('\n');
};
