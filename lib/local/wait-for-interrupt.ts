import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** Ctrl-C reaches a process that npm started twice at once: from the terminal, and handed on by npm. */
const SAME_KEYSTROKE_MILLISECONDS = 300;
const PARENT_CHECK_MILLISECONDS = 250;

/**
 * npm signals the shell between itself and this process. Some shells, such as dash, end without handing the signal on; this
 * process then gets another parent. `exec` in the npm script would leave the shell out, and is unknown to cmd.exe.
 */
const whenShellOfNpmEnds = (onEnd: () => void): void => {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const shell = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(check);
    onEnd();
  }, PARENT_CHECK_MILLISECONDS);
  check.unref();
};

/**
 * Resolves at the first SIGINT or SIGTERM, or when npm, which started this process, was ended by one; from then on a second
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
  whenShellOfNpmEnds(interrupted.resolve);
  await interrupted.promise;
};
