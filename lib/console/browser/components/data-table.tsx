import type { ComponentChildren, JSX } from 'preact';

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly class?: string;
}

interface DataTableProps<Row> {
  /** The table's accessible name. */
  readonly name: string;
  /** The first column names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly rowClass?: (row: Row) => string | undefined;
}

/**
 * A table that becomes a list of cards in a narrow window. The ARIA roles are explicit because browsers drop those
 * of a table whose cells are displayed as blocks.
 */
export const DataTable = <Row,>({ name, columns, rows, rowKey, rowClass }: DataTableProps<Row>): JSX.Element => (
  <div class="table-frame">
    <table role="table" aria-label={name}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ header, class: className }) => (
            <th key={header} role="columnheader" scope="col" class={className}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row" class={rowClass?.(row)}>
            {columns.map(({ header, cell, class: className }, index) =>
              index === 0 ? (
                <th key={header} role="rowheader" scope="row" class={className}>
                  {cell(row)}
                </th>
              ) : (
                <td key={header} role="cell" class={className} data-label={header}>
                  <div>{cell(row)}</div>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
