import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

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

/** Collects the output of a running process, without waiting for its end. */
export const watchProcess = (child: ChildProcess) => {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    output: () => output,
    hasEnded: () => child.exitCode !== null,
    stop: () => void child.kill(),
  };
};
