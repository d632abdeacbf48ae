import { setTimeout as sleep } from 'node:timers/promises';

export interface KeepTryingOptions {
  /** Hears of each try that failed. */
  readonly onRetry: (error: unknown) => void;
  /** Ends the waiting; the returned promise rejects then. */
  readonly signal: AbortSignal;
  readonly firstDelayMilliseconds?: number;
  readonly maxTries?: number;
}

const LONGEST_DELAY_MILLISECONDS = 30_000;

/** Does what may fail for a while, after growing pauses: some ten minutes, then it rejects as the last try did. */
export const keepTrying = async <Result>(
  action: () => Promise<Result>,
  { onRetry, signal, firstDelayMilliseconds = 500, maxTries = 24 }: KeepTryingOptions,
): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await action();
    } catch (error) {
      if (tries >= maxTries) throw error;
      onRetry(error);
    }
    await sleep(Math.min(firstDelayMilliseconds * 2 ** (tries - 1), LONGEST_DELAY_MILLISECONDS), undefined, { signal });
  }
};
