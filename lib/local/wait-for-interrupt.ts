import { constants } from 'node:os';
import { watchNpmShell } from './watch-npm-shell.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** After Ctrl-C, a process that npm started gets the signal twice: from the terminal and from npm. */
const SAME_KEYSTROKE_MILLISECONDS = 300;

/**
 * Resolves at the first SIGINT or SIGTERM of this process or of the npm that started it. A second signal then ends the process at
 * once.
 */
export const waitForInterrupt = async (): Promise<void> => {
  const interrupted = Promise.withResolvers<void>();
  let first: number | undefined;
  const onSignal = (signal: (typeof SIGNALS)[number]): void => {
    first ??= performance.now();
    // The exit code that shells use for a process ended by a signal.
    if (performance.now() - first > SAME_KEYSTROKE_MILLISECONDS) process.exit(128 + constants.signals[signal]);
    interrupted.resolve();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  watchNpmShell(interrupted.resolve);
  await interrupted.promise;
};
