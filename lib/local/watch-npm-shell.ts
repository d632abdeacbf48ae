import { readFileSync } from 'node:fs';

const CHECK_MILLISECONDS = 250;
/** After a longer pause, the whole machine or container was suspended, which wakes every process. */
const SUSPENDED_MILLISECONDS = 5_000;

/**
 * How often a sleeping process was woken; undefined while it runs, and on systems other than Linux.
 * proc_pid_status(5): `State: S (sleeping)`, `voluntary_ctxt_switches`.
 */
const readWakeUps = (pid: number): number | undefined => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const count = /^State:\tS.*^voluntary_ctxt_switches:\t(\d+)$/ms.exec(status)?.[1];
    return count === undefined ? undefined : Number(count);
  } catch {
    return undefined;
  }
};

/**
 * npm sends signals to the shell that it starts this process with. Shells handle them in three ways:
 * - bash replaces itself by this process, which gets the signal;
 * - any other shell ends at SIGTERM without forwarding it, and this process gets another parent;
 * - dash, the `sh` of Debian and Ubuntu, does not act on a SIGINT until this process ends. While it waits for its only child,
 *   only a signal wakes it, so a wake-up means that it got one.
 *
 * `exec` in the npm script would avoid the shell, but cmd.exe does not support it.
 * @param onSignal called once, when npm or its shell got a signal to end. Never called if npm did not start this process.
 */
export const watchNpmShell = (onSignal: () => void): void => {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const shell = process.ppid;
  let wakeUps = readWakeUps(shell);
  let isWoken = false;
  let checkedAt = Date.now();
  const check = setInterval(() => {
    if (process.ppid !== shell || isWoken) {
      clearInterval(check);
      onSignal();
      return;
    }
    const [before, now] = [wakeUps, Date.now()];
    wakeUps = readWakeUps(shell) ?? before;
    // Reported only at the next check, because a SIGCONT may still explain it.
    isWoken = before !== undefined && wakeUps !== before && now - checkedAt < SUSPENDED_MILLISECONDS;
    checkedAt = now;
  }, CHECK_MILLISECONDS);
  check.unref();
  // Ctrl-Z and fg wake the shell too.
  process.on('SIGCONT', () => {
    wakeUps = undefined;
    isWoken = false;
  });
};
