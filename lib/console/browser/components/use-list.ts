import { useCallback } from 'preact/hooks';
import type { Page } from './read-pages.ts';
import { useAttempt } from './use-attempt.ts';
import { useLoad } from './use-load.ts';

type Update<Item> = (items: readonly Item[]) => readonly Item[];

export interface List<Item> {
  readonly items: readonly Item[] | undefined;
  /** The error of the last request. */
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly showMore: () => void;
  readonly reload: () => void;
}

/**
 * Reads a list page by page: the first page at once and whenever `key` changes, further pages on request.
 * @param key the filters as text
 */
export const useList = <Item>(
  key: string,
  read: (next: string | undefined, signal?: AbortSignal) => Promise<Page<Item>>,
): List<Item> & { readonly setItems: (update: Update<Item>) => void } => {
  const { data, error, isLoading, reload, setData } = useLoad<Page<Item>>(key, (signal) => read(undefined, signal));
  const more = useAttempt();
  const showMore = async (): Promise<void> => {
    const next = data?.next;
    if (next === undefined || more.isBusy) return;
    const page = await read(next);
    // The filters might have changed in the meantime.
    setData((before) => (before.next === next ? { items: [...before.items, ...page.items], next: page.next } : before));
  };
  const setItems = useCallback(
    (update: Update<Item>) => setData((before) => ({ ...before, items: update(before.items) })),
    [setData],
  );
  return {
    items: data?.items,
    error: error ?? more.error,
    isLoading: isLoading || more.isBusy,
    hasMore: data?.next !== undefined,
    showMore: () => void more.attempt(showMore),
    reload,
    setItems,
  };
};
