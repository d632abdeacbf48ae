import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sabotages, type Sabotage } from './sabotages.ts';

const run = promisify(execFile);
const program = join(import.meta.dirname, 'run-faults.ts');
const loader = join(import.meta.dirname, 'sabotage.ts');
/** Always the same histories, so that the check does the same each time; more are run only if the first do not notice. */
const HISTORIES_A_RUN = { wire: 20, sweep: 1, clock: 1 } as const;
const RUNS = 6;
const FIRST_SEED = 9_000;

/** The output of histories with a service without the protection; one of them must fail. */
const tryWithout = async (name: string, { mode }: Sabotage, index: number): Promise<string> => {
  const histories = HISTORIES_A_RUN[mode];
  const seed = FIRST_SEED + index * histories;
  const options = ['--mode', mode, '--seed', String(seed), '--histories', String(histories)];
  const args = ['--disable-warning=ExperimentalWarning', '--import', loader, program, ...options];
  try {
    await run(process.execPath, args, { env: { ...process.env, SABOTAGE: name }, maxBuffer: 2 ** 26 });
    return '';
  } catch (error) {
    return (error as { stdout?: string }).stdout ?? String(error);
  }
};

const isNoticed = async (name: string, sabotage: Sabotage): Promise<boolean> => {
  for (let index = 0; index < RUNS; index += 1)
    if ((await tryWithout(name, sabotage, index)).includes(`BROKEN: ${sabotage.breaks}\n`)) return true;
  return false;
};

/** Removes each protection in turn. @returns the names of those whose removal the bench did not notice */
export const findUnnoticed = async (print: (line: string) => void): Promise<string[]> => {
  const unnoticed: string[] = [];
  for (const [name, sabotage] of Object.entries(sabotages)) {
    const noticed = await isNoticed(name, sabotage);
    print(`${noticed ? 'noticed' : 'NOT NOTICED'}: ${name}`);
    if (!noticed) unnoticed.push(name);
  }
  return unnoticed;
};
