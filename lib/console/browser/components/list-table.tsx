import type { JSX } from 'preact';
import { useTexts } from '../language/language.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { Loading } from './loaded.tsx';
import { ZoneNote } from './moment.tsx';
import { ErrorNotice } from './notice.tsx';
import type { List } from './use-list.ts';

interface ListTableProps<Row> extends Omit<DataTableProps<Row>, 'rows'> {
  readonly list: List<Row>;
  /** Shown if the list has no rows. */
  readonly empty: JSX.Element;
  /** Whether the table shows times. If so, their time zone is stated below it. */
  readonly showsTimes?: boolean;
}

/** The table of a list, with a button for more rows. */
export const ListTable = <Row,>({ list, empty, showsTimes = false, ...table }: ListTableProps<Row>): JSX.Element => {
  const t = useTexts();
  const { items = [], error, hasMore } = list;
  const isRead = list.items !== undefined;
  return (
    <>
      {isRead && items.length === 0 && !hasMore && empty}
      {items.length > 0 && <DataTable {...table} rows={items} />}
      <ErrorNotice error={error} onRetry={list.reload} />
      {!isRead && error === undefined && <Loading />}
      {hasMore && (
        <div class="pager">
          <button type="button" disabled={list.isLoading} onClick={list.showMore}>
            {t.showMore}
          </button>
          <span class="hint">{t.shown(items.length)}</span>
        </div>
      )}
      {showsTimes && items.length > 0 && <ZoneNote />}
    </>
  );
};
