import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { mutants, type Mutant } from './mutants.ts';

const run = promisify(execFile);
const program = join(import.meta.dirname, 'run-explorer.ts');
const loader = join(import.meta.dirname, 'apply-mutant.ts');

/** Runs the explorer, which should fail, on the service with one protection removed. @returns the explorer's output */
const exploreWithout = async (name: string, { scenario }: Mutant): Promise<string> => {
  const args = ['--disable-warning=ExperimentalWarning', '--import', loader, program, '--scenario', scenario];
  try {
    return (await run(process.execPath, args, { env: { ...process.env, MUTANT: name } })).stdout;
  } catch (error) {
    return (error as { stdout?: string }).stdout ?? String(error);
  }
};

/**
 * Removes each protection in turn and prints the violation that was found.
 * @returns whether every removal was detected
 */
export const runSelfCheck = async (print: (line: string) => void): Promise<boolean> => {
  let isComplete = true;
  for (const [name, mutant] of Object.entries(mutants)) {
    const printed = await exploreWithout(name, mutant);
    const isNoticed = printed.includes(`BROKEN: ${mutant.breaks}\n`);
    isComplete &&= isNoticed;
    print(`${isNoticed ? 'noticed' : 'NOT NOTICED'}: ${name}\n  ${printed.trim().replaceAll('\n', '\n  ')}`);
  }
  return isComplete;
};
