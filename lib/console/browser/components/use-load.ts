import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

export interface Loaded<T> {
  /** The last data; it stays until newer data arrives. */
  readonly data: T | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
  /** Replaces the data by the response of a change, without reading again. */
  readonly setData: (update: (data: T) => T) => void;
}

/**
 * Reads data when the page opens and when `key` changes. A late response for an older key is ignored.
 * @param key identifies the data: a filter, an id
 */
export const useLoad = <T>(key: string, load: (signal: AbortSignal) => Promise<T>): Loaded<T> => {
  const [state, setState] = useState<{ data?: T; error?: Error; isLoading: boolean; key: string }>({
    isLoading: true,
    key,
  });
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const controller = new AbortController();
    setState(({ data }) => ({ ...(data !== undefined && { data }), isLoading: true, key }));
    const read = async (): Promise<void> => {
      try {
        const data = await latest.current(controller.signal);
        if (!controller.signal.aborted) setState({ data, isLoading: false, key });
      } catch (error) {
        if (controller.signal.aborted) return;
        setState(({ data }) => ({ ...(data !== undefined && { data }), error: error as Error, isLoading: false, key }));
      }
    };
    void read();
    return () => controller.abort();
  }, [key, round]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  const setData = useCallback(
    (update: (data: T) => T) =>
      setState((before) => (before.data === undefined ? before : { ...before, data: update(before.data) })),
    [],
  );
  // Until the effect has run, the state is still that of the previous key.
  return { data: state.data, error: state.error, isLoading: state.isLoading || state.key !== key, reload, setData };
};
