/** The tone of a cell: green, yellow, red or dimmed on a terminal with colours. */
export type Tone = 'good' | 'warning' | 'bad' | 'quiet';

/** An empty or missing cell is shown as `-`. */
export type Cell = string | number | null | undefined | { readonly text: string; readonly tone: Tone | undefined };

/** Records of one kind, such as API clients. */
export interface Table {
  readonly title?: string;
  /** Printed instead of a table without records. */
  readonly ifEmpty?: string;
  readonly columns: readonly string[];
  /** Cells in the order of the columns. */
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
