import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sabotages, type Sabotage } from './sabotages.ts';

const run = promisify(execFile);
const program = join(import.meta.dirname, 'run-faults.ts');
const loader = join(import.meta.dirname, 'sabotage.ts');
/** Enough histories of each mode to reveal every sabotage; always the same ones, so that the check is deterministic. */
const HISTORIES = { wire: 60, kill: 40 } as const;
const FIRST_SEED = 9_000;

/** The bench's output for a service without the protection; it must fail. */
const tryWithout = async (name: string, { mode }: Sabotage): Promise<string> => {
  const options = ['--mode', mode, '--seed', String(FIRST_SEED), '--histories', String(HISTORIES[mode])];
  const args = ['--disable-warning=ExperimentalWarning', '--import', loader, program, ...options];
  try {
    await run(process.execPath, args, { env: { ...process.env, SABOTAGE: name }, maxBuffer: 2 ** 26 });
    return '';
  } catch (error) {
    return (error as { stdout?: string }).stdout ?? String(error);
  }
};

/** Removes each protection in turn. @returns the names of those whose removal the bench did not notice */
export const findUnnoticed = async (print: (line: string) => void): Promise<string[]> => {
  const unnoticed: string[] = [];
  for (const [name, sabotage] of Object.entries(sabotages)) {
    const printed = await tryWithout(name, sabotage);
    const isNoticed = printed.includes(`BROKEN: ${sabotage.breaks}\n`);
    print(`${isNoticed ? 'noticed' : 'NOT NOTICED'}: ${name}`);
    if (!isNoticed) unnoticed.push(name);
  }
  return unnoticed;
};
