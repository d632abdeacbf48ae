import { useState } from 'preact/hooks';

interface Attempt {
  readonly isBusy: boolean;
  readonly error: Error | undefined;
  /** @returns whether the action succeeded */
  readonly attempt: (action: () => Promise<unknown>) => Promise<boolean>;
}

/** Performs an action and keeps its error until the next attempt. */
export const useAttempt = (): Attempt => {
  const [state, setState] = useState<Omit<Attempt, 'attempt'>>({ isBusy: false, error: undefined });
  const attempt = async (action: () => Promise<unknown>): Promise<boolean> => {
    setState({ isBusy: true, error: undefined });
    try {
      await action();
      setState({ isBusy: false, error: undefined });
      return true;
    } catch (error) {
      setState({ isBusy: false, error: error as Error });
      return false;
    }
  };
  return { ...state, attempt };
};
