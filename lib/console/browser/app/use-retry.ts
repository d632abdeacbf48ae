import { useLayoutEffect } from 'preact/hooks';

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
