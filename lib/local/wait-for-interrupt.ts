import { constants } from 'node:os';
import { watchNpmShell } from './watch-npm-shell.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** Ctrl-C reaches a process that npm started twice at once: from the terminal, and handed on by npm. */
const SAME_KEYSTROKE_MILLISECONDS = 300;

/**
 * Resolves at the first SIGINT or SIGTERM, or when npm, which started this process, got one; from then on a second
 * signal ends the process at once.
 */
export const waitForInterrupt = async (): Promise<void> => {
  const interrupted = Promise.withResolvers<void>();
  let first: number | undefined;
  const onSignal = (signal: (typeof SIGNALS)[number]): void => {
    first ??= performance.now();
    // The exit code of a process that a signal ended, as shells tell it.
    if (performance.now() - first > SAME_KEYSTROKE_MILLISECONDS) process.exit(128 + constants.signals[signal]);
    interrupted.resolve();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  watchNpmShell(interrupted.resolve);
  await interrupted.promise;
};
