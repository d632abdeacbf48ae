import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sabotages, type Sabotage } from './sabotages.ts';

const run = promisify(execFile);
const program = join(import.meta.dirname, 'run-faults.ts');
const loader = join(import.meta.dirname, 'sabotage.ts');
/** Of each kind of trouble, enough for every sabotage to show; always the same ones, for the check to hang on no chance. */
const HISTORIES = { wire: 60, kill: 40 } as const;
const FIRST_SEED = 9_000;

/** What the bench prints of a service without the guard; it has to fail. */
const tryWithout = async (name: string, { mode }: Sabotage): Promise<string> => {
  const trouble = ['--mode', mode, '--seed', String(FIRST_SEED), '--histories', String(HISTORIES[mode])];
  const args = ['--disable-warning=ExperimentalWarning', '--import', loader, program, ...trouble];
  try {
    await run(process.execPath, args, { env: { ...process.env, SABOTAGE: name }, maxBuffer: 2 ** 26 });
    return '';
  } catch (error) {
    return (error as { stdout?: string }).stdout ?? String(error);
  }
};

/** Takes out each guard in turn. @returns the names of those that the bench did not miss. */
export const findUnnoticed = async (tell: (line: string) => void): Promise<string[]> => {
  const unnoticed: string[] = [];
  for (const [name, sabotage] of Object.entries(sabotages)) {
    const printed = await tryWithout(name, sabotage);
    const isNoticed = printed.includes(`NOT SO: ${sabotage.breaks}\n`);
    tell(`${isNoticed ? 'noticed' : 'NOT NOTICED'}: ${name}`);
    if (!isNoticed) unnoticed.push(name);
  }
  return unnoticed;
};
