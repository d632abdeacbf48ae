import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** After Ctrl-C, a process that npm started gets the signal twice: from the terminal and from npm. */
const SAME_KEYSTROKE_MILLISECONDS = 300;
const SHELL_CHECK_MILLISECONDS = 250;

/**
 * npm sends SIGTERM to the shell in which it started this process. bash replaces itself with this process, so this process gets
 * the signal. Other shells end without forwarding it, and this process gets another parent. `exec` in the npm script would
 * avoid the shell, but cmd.exe does not support it.
 * @param onEnd called once, when that shell has ended. Never called if npm did not start this process.
 */
const watchNpmShell = (onEnd: () => void): void => {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const shell = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(check);
    onEnd();
  }, SHELL_CHECK_MILLISECONDS);
  check.unref();
};

/**
 * Resolves at the first SIGINT or SIGTERM that is sent to this process, or to the npm that started it. A second signal ends the
 * process at once.
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
