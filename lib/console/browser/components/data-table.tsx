import { type ComponentChildren, Fragment, type JSX } from 'preact';

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** In a narrow table, a `state` is shown beside the row's title, a `note` without the header, and other cells with it. */
  readonly class?: string;
}

export interface DataTableProps<Row> {
  /** The table's accessible name. */
  readonly name: string;
  /** The first column names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Returns a row's group, such as its day. Consecutive rows of the same group have the group as a heading. */
  readonly groupOf?: (row: Row) => string;
}

/**
 * A table, which the style sheet shows as a list if it is narrow. The ARIA roles are explicit because browsers drop the implicit
 * roles of a table whose cells are displayed as blocks.
 */
export const DataTable = <Row,>({ name, columns, rows, rowKey, groupOf }: DataTableProps<Row>): JSX.Element => (
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
        {rows.map((row, index) => {
          const previous = rows[index - 1];
          const group = groupOf?.(row);
          return (
            <Fragment key={rowKey(row)}>
              {group !== undefined && (previous === undefined || groupOf?.(previous) !== group) && (
                <tr role="row" class="group">
                  <th role="rowheader" scope="colgroup" colSpan={columns.length}>
                    {group}
                  </th>
                </tr>
              )}
              <tr role="row">
                {columns.map(({ header, cell, class: className }, column) =>
                  column === 0 ? (
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
            </Fragment>
          );
        })}
      </tbody>
    </table>
  </div>
);
