const CHECK_MILLISECONDS = 250;

/**
 * npm sends SIGTERM to the shell in which it started this process. bash replaces itself with this process, so this process gets
 * the signal. Other shells end without forwarding it, and this process gets another parent. `exec` in the npm script would
 * avoid the shell, but cmd.exe does not support it.
 * @param onEnd called once, when that shell has ended. Never called if npm did not start this process.
 */
export const watchNpmShell = (onEnd: () => void): void => {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const shell = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(check);
    onEnd();
  }, CHECK_MILLISECONDS);
  check.unref();
};
