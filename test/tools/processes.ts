import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command to its end, by default in the folder of this process. */
export const runCommand = async (
  command: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd?: string,
): Promise<Outcome> => {
  const child = spawn(command, words, { env, ...(cwd !== undefined && { cwd }), stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? 1, stdout, stderr };
};

/** Enough for programs that load many modules, or compile their settings, on a busy machine. */
const START_TIMEOUT_MILLISECONDS = 10 * 60_000;
const STOP_TIMEOUT_MILLISECONDS = 30_000;

export interface Program {
  /** What the program has printed so far. */
  readonly output: () => string;
  /** Ends the program and the processes that it has started. They also end when this process exits. */
  readonly stop: () => Promise<void>;
}

/** Starts a program, and waits until it is ready. @throws Error with its output if it ends before */
export const startProgram = async (
  command: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  isReady: (output: string) => boolean | Promise<boolean>,
): Promise<Program> => {
  // A separate process group, so that `kill` also reaches the processes that a script starts.
  const child = spawn(command, words, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const kill = (signal: NodeJS.Signals): void => {
    if (!hasEnded() && child.pid !== undefined) process.kill(-child.pid, signal);
  };
  const killAtOnce = (): void => kill('SIGKILL');
  process.on('exit', killAtOnce);
  const stop = async (): Promise<void> => {
    const closed = hasEnded() ? undefined : once(child, 'close');
    kill('SIGTERM');
    const overdue = setTimeout(killAtOnce, STOP_TIMEOUT_MILLISECONDS);
    await closed;
    clearTimeout(overdue);
    process.off('exit', killAtOnce);
  };
  const giveUpAt = Date.now() + START_TIMEOUT_MILLISECONDS;
  while (!(await isReady(output))) {
    if (hasEnded() || Date.now() > giveUpAt) {
      await stop();
      throw new Error(`${command} did not start:\n${output.slice(-3000)}`);
    }
    await sleep(200);
  }
  return { output: () => output, stop };
};
