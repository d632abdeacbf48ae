import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Page, readPages } from './read-pages.ts';

export interface Load<T> {
  /** The last data; it stays until newer data arrives, or data for another key cannot be read. */
  readonly data: T | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
  /** Updates the data with the response to a change. Reads again only if a read is in flight, which may have missed the change. */
  readonly setData: (update: (data: T) => T) => void;
}

/**
 * Reads data when the page opens and when `key` changes. A late response for an older key is ignored.
 * @param key identifies the data: a filter, an id
 */
export const useLoad = <T>(key: string, load: (signal: AbortSignal) => Promise<T>): Load<T> => {
  const [data, setRead] = useState<T>();
  const [error, setError] = useState<Error>();
  /** The key whose data or error is shown; undefined while reading. */
  const [shownKey, setShownKey] = useState<string>();
  /** Incremented to read the same data again. */
  const [round, setRound] = useState(0);
  const isReading = useRef(false);
  /** The key of `data`. */
  const dataKey = useRef(key);
  useLayoutEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    isReading.current = true;
    setError(undefined);
    setShownKey(undefined);
    const finish = (show: () => void): void => {
      if (signal.aborted) return;
      isReading.current = false;
      show();
      setShownKey(key);
    };
    load(signal).then(
      (read) =>
        finish(() => {
          dataKey.current = key;
          setRead(() => read);
        }),
      (problem: Error) =>
        finish(() => {
          setError(problem);
          // Beside the error, the data of another key would look like this key's.
          if (dataKey.current !== key) setRead(undefined);
        }),
    );
    return () => controller.abort();
  }, [key, round]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  const setData = useCallback((update: (data: T) => T) => {
    setRead((before) => (before === undefined ? before : update(before)));
    if (isReading.current) reload();
  }, []);
  return { data, error, isLoading: shownKey !== key, reload, setData };
};

/** Performs an action and keeps its error until the next attempt. */
export const useAttempt = () => {
  const [state, setState] = useState<{ isBusy: boolean; error?: Error }>({ isBusy: false });
  /** @returns whether the action succeeded */
  const attempt = async (action: () => Promise<unknown>): Promise<boolean> => {
    setState({ isBusy: true });
    try {
      await action();
      setState({ isBusy: false });
      return true;
    } catch (error) {
      setState({ isBusy: false, error: error as Error });
      return false;
    }
  };
  return { ...state, attempt };
};

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
  /** How many pages of the list with this key are shown. */
  const shown = useRef({ key, pages: 1 });
  const { data, error, isLoading, reload, setData } = useLoad<Page<Item>>(key, async (signal) => {
    if (shown.current.key !== key) shown.current = { key, pages: 1 };
    let list: Page<Item> = { items: [] };
    for await (const { items, next } of readPages((start) => read(start, signal), shown.current.pages))
      list = { items: [...list.items, ...items], next };
    return list;
  });
  const more = useAttempt();
  /** The data for which {@link showMore} was called last. */
  const extended = useRef(data);
  const showMore = async (): Promise<void> => {
    const next = data?.next;
    if (next === undefined || more.isBusy) return;
    extended.current = data;
    // A list that is read again from now on has this page too.
    shown.current.pages += 1;
    if (isLoading) return reload();
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
    // An error is out of date when the list has been read again.
    error: error ?? (extended.current === data ? more.error : undefined),
    isLoading: isLoading || more.isBusy,
    hasMore: data?.next !== undefined,
    showMore: () => void more.attempt(showMore),
    reload,
    setItems,
  };
};

const PAUSE_MS = 5_000;

/** While `hasFailed` is true, calls `retry` every few seconds and whenever the browser is online again. */
export const useRetry = (hasFailed: boolean, retry: () => void): void => {
  useLayoutEffect(() => {
    if (!hasFailed) return undefined;
    const timer = setInterval(retry, PAUSE_MS);
    addEventListener('online', retry);
    return () => {
      clearInterval(timer);
      removeEventListener('online', retry);
    };
  }, [hasFailed, retry]);
};
