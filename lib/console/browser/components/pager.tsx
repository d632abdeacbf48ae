import type { JSX } from 'preact';
import { useTexts } from '../language/language.ts';
import { ErrorNotice } from './notice.tsx';
import type { List } from './use-list.ts';

/** The shape of what is being read. Screen readers get a word. */
export const Loading = (): JSX.Element => {
  const t = useTexts();
  return (
    <div class="skeleton">
      <span class="visually-hidden">{t.loading}</span>
      {[0, 1, 2].map((line) => (
        <span key={line} />
      ))}
    </div>
  );
};

/** The end of a list: how much is shown, a button for more, and errors. */
export const Pager = ({ list }: { readonly list: Omit<List<unknown>, 'setItems'> }): JSX.Element => {
  const t = useTexts();
  return (
    <>
      {list.error !== undefined && <ErrorNotice error={list.error} onRetry={list.reload} />}
      {list.items === undefined && list.error === undefined && <Loading />}
      {list.items !== undefined && list.hasMore && (
        <div class="pager">
          <button type="button" disabled={list.isLoading} onClick={list.showMore}>
            {t.showMore}
          </button>
          <span class="hint">{t.shown(list.items.length)}</span>
        </div>
      )}
    </>
  );
};
