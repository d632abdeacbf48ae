import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface Load<T> {
  /** The last data; it stays until newer data arrives. */
  readonly data: T | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
  /** Replaces the data with the response to a change, without reading again. */
  readonly setData: (update: (data: T) => T) => void;
}

/**
 * Reads data when the page opens and when `key` changes. A late response for an older key is ignored.
 * @param key identifies the data: a filter, an id
 */
export const useLoad = <T>(key: string, load: (signal: AbortSignal) => Promise<T>): Load<T> => {
  const [data, setState] = useState<T>();
  const [error, setError] = useState<Error>();
  /** The key whose data or error is shown; undefined while reading. */
  const [shownKey, setShownKey] = useState<string>();
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  useLayoutEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setError(undefined);
    setShownKey(undefined);
    const finish = (show: () => void): void => {
      if (signal.aborted) return;
      show();
      setShownKey(key);
    };
    latest.current(signal).then(
      (read) => finish(() => setState(() => read)),
      (problem: Error) => finish(() => setError(problem)),
    );
    return () => controller.abort();
  }, [key, round]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  const setData = useCallback(
    (update: (data: T) => T) => setState((before) => (before === undefined ? before : update(before))),
    [],
  );
  return { data, error, isLoading: shownKey !== key, reload, setData };
};
