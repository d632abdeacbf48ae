import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { endWithMeasure } from './child-processes.ts';

export interface ProgramRun {
  readonly seconds: number;
  /** Processor time. */
  readonly cpuSeconds: number;
  readonly maxMemoryKib: number;
  readonly stdout: string;
}

interface Program {
  readonly nodeOptions?: readonly string[];
  readonly module: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The file to which the program writes its processor time and memory. */
  readonly usageFile: string;
}

const REPORT_USAGE = join(import.meta.dirname, 'report-usage.js');

/**
 * Runs a program until it ends.
 * @throws Error if it ends with another code than 0
 */
export const runProgram = async ({
  nodeOptions = [],
  module,
  args,
  environment,
  usageFile,
}: Program): Promise<ProgramRun> => {
  const { PATH = '' } = process.env;
  const env = { PATH, ...environment, BENCH_USAGE_FILE: usageFile };
  const startedAt = performance.now();
  const child = endWithMeasure(
    spawn(process.execPath, ['--import', REPORT_USAGE, ...nodeOptions, module, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const seconds = (performance.now() - startedAt) / 1_000;
  if (code !== 0) throw new Error(`${module} ended with ${code}: ${stdout}`);
  const usage = JSON.parse(readFileSync(usageFile, 'utf8')) as Pick<ProgramRun, 'cpuSeconds' | 'maxMemoryKib'>;
  return { seconds, ...usage, stdout };
};
