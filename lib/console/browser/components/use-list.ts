import { useCallback, useState } from 'preact/hooks';
import type { Page } from './read-pages.ts';
import { useLoad } from './use-load.ts';

export interface List<Item> {
  readonly items: readonly Item[] | undefined;
  /** The error of the last request. */
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly showMore: () => void;
  readonly reload: () => void;
  readonly setItems: (update: (items: readonly Item[]) => readonly Item[]) => void;
}

/**
 * A list that is read page by page: the first page when it opens or `key` changes, the next ones on request.
 * @param key the filters as text: a change of it is another list
 */
export const useList = <Item>(
  key: string,
  read: (next: string | undefined, signal: AbortSignal) => Promise<Page<Item>>,
): List<Item> => {
  const { data, error, isLoading, reload, setData } = useLoad<Page<Item>>(key, (signal) => read(undefined, signal));
  const [more, setMore] = useState<{ readonly isLoading: boolean; readonly error?: Error }>({ isLoading: false });
  const showMore = async (): Promise<void> => {
    const next = data?.next;
    if (next === undefined || more.isLoading) return;
    setMore({ isLoading: true });
    try {
      const page = await read(next, new AbortController().signal);
      // The filters may have changed in the meantime.
      setData((before) =>
        before.next === next ? { items: [...before.items, ...page.items], next: page.next } : before,
      );
      setMore({ isLoading: false });
    } catch (problem) {
      setMore({ isLoading: false, error: problem as Error });
    }
  };
  const setItems = useCallback(
    (update: (items: readonly Item[]) => readonly Item[]) =>
      setData((before) => ({ ...before, items: update(before.items) })),
    [setData],
  );
  return {
    items: data?.items,
    error: error ?? more.error,
    isLoading: isLoading || more.isLoading,
    hasMore: data?.next !== undefined,
    showMore: () => void showMore(),
    reload,
    setItems,
  };
};
