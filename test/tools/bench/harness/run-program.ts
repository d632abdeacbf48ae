import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export interface ProgramRun {
  readonly seconds: number;
  readonly maxMemoryKib: number;
  readonly stdout: string;
}

interface Program {
  readonly module: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Where the program leaves a note about its memory. */
  readonly memoryFile: string;
}

const REPORT_MEMORY = join(import.meta.dirname, 'report-memory.ts');

/** Runs a program from its start to its end. @throws Error where it ends with another code than 0 */
export const runProgram = async ({ module, args, environment, memoryFile }: Program): Promise<ProgramRun> => {
  const { PATH = '' } = process.env;
  const env = { PATH, ...environment, BENCH_MEMORY_FILE: memoryFile };
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--import', REPORT_MEMORY, module, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const seconds = (performance.now() - startedAt) / 1_000;
  if (code !== 0) throw new Error(`${module} ended with ${code}: ${stdout}`);
  return { seconds, maxMemoryKib: Number(readFileSync(memoryFile, 'utf8')), stdout };
};
