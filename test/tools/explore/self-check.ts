import { join } from 'node:path';
import { withChanges } from '../change-source.ts';
import { runCommand } from '../processes.ts';
import { mutants } from './mutants.ts';

const program = join(import.meta.dirname, 'run-explorer.ts');

/**
 * Runs the explorer on the service with one protection removed after another, and prints the violations that it finds.
 * @returns whether every removal was detected
 */
export const runSelfCheck = async (print: (line: string) => void): Promise<boolean> => {
  let isComplete = true;
  for (const [name, mutant] of Object.entries(mutants)) {
    const words = [program, '--scenario', mutant.scenario];
    const { stdout, stderr } = await runCommand(process.execPath, words, withChanges(process.env, [mutant]));
    const isNoticed = stdout.includes(`BROKEN: ${mutant.breaks}\n`);
    isComplete &&= isNoticed;
    print(`${isNoticed ? 'noticed' : 'NOT NOTICED'}: ${name}\n  ${(stdout + stderr).trim().replaceAll('\n', '\n  ')}`);
  }
  return isComplete;
};
