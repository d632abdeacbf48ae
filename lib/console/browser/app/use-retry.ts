import { useEffect } from 'preact/hooks';

const PAUSE_MS = 5_000;

/** Calls `retry` after a failure, every few seconds and when the browser is online again. */
export const useRetry = (hasFailed: boolean, retry: () => void): void => {
  useEffect(() => {
    if (!hasFailed) return undefined;
    const timer = setInterval(retry, PAUSE_MS);
    addEventListener('online', retry);
    return () => {
      clearInterval(timer);
      removeEventListener('online', retry);
    };
  }, [hasFailed, retry]);
};
