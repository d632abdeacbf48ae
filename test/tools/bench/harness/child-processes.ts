import type { ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();

/** Makes a process end with its measure at the latest, and with the bench if that is stopped. */
export const endWithMeasure = <Child extends ChildProcess>(child: Child): Child => {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
};

/** Ends what a measure that failed or was given up has left, because a busy engine would disturb the next measure. */
export const endChildProcesses = (): void => {
  for (const child of running) child.kill('SIGKILL');
};
