import { type ComponentChildren, Fragment, type JSX } from 'preact';
import { useTexts } from '../language/language.ts';
import { ErrorNotice, Loading } from './notice.tsx';
import { ZoneNote } from './moment.tsx';
import type { List } from './use-load.ts';

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** In a narrow table, a `state` is shown beside the row's title, a `note` without the header, and other cells with it. */
  readonly class?: string;
}

interface DataTableProps<Row> {
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
export const DataTable = <Row,>({ name, columns, rows, rowKey, groupOf }: DataTableProps<Row>) => (
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

export interface ListTableProps<Row> extends Omit<DataTableProps<Row>, 'rows'> {
  readonly list: List<Row>;
  /** Shown if the list has no rows. */
  readonly empty: JSX.Element;
  /** Whether the table shows times. If so, their time zone is stated below it. */
  readonly showsTimes?: boolean;
}

/** The table of a list, with a button for more rows. */
export const ListTable = <Row,>({ list, empty, showsTimes = false, ...table }: ListTableProps<Row>) => {
  const t = useTexts();
  const { items = [], error, hasMore } = list;
  const isRead = list.items !== undefined;
  return (
    <>
      {isRead && items.length === 0 && !hasMore && empty}
      {items.length > 0 && <DataTable {...table} rows={items} />}
      <ErrorNotice error={error} onRetry={list.reload} />
      {!isRead && error === undefined && <Loading />}
      {isRead && hasMore && (
        <div class="actions">
          <button type="button" aria-busy={list.isLoading} onClick={list.showMore}>
            {t.showMore}
          </button>
          <span class="hint">{t.format(t.shown, { count: items.length })}</span>
        </div>
      )}
      {showsTimes && items.length > 0 && <ZoneNote />}
    </>
  );
};

/** A list of facts. A fact whose value is undefined is omitted. */
export const Facts = ({
  facts,
}: {
  readonly facts: readonly (readonly [label: string, value: ComponentChildren])[];
}) => (
  <dl class="facts">
    {facts.map(
      ([label, value]) =>
        value !== undefined && (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);
