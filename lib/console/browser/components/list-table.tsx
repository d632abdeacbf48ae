import type { JSX } from 'preact';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { ZoneNote } from './moment.tsx';
import { Pager } from './pager.tsx';
import type { List } from './use-list.ts';

interface ListTableProps<Row> extends Omit<DataTableProps<Row>, 'rows'> {
  readonly list: Omit<List<Row>, 'setItems'>;
  /** Shown if the list has no rows. */
  readonly empty: JSX.Element;
  /** Whether the table has moments, whose time zone is stated below it. */
  readonly hasMoments?: boolean;
}

/** The table of a list, with a button for more rows. */
export const ListTable = <Row,>({ list, empty, hasMoments = false, ...table }: ListTableProps<Row>): JSX.Element => {
  const { items = [], hasMore } = list;
  return (
    <>
      {list.items?.length === 0 && !hasMore && empty}
      {items.length > 0 && <DataTable {...table} rows={items} />}
      <Pager list={list} />
      {hasMoments && items.length > 0 && <ZoneNote />}
    </>
  );
};
