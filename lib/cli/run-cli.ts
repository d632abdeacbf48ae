import { CommanderError } from 'commander';
import { explainFailure } from './explain-failure.ts';
import { makeProgram } from './program.ts';
import type { CliContext } from './session.ts';

/** Runs one command. @param words what stands after the program's name. @returns the exit code: 0, or 1 with the reason on stderr. */
export const runAdmin = async (words: readonly string[], context: CliContext): Promise<number> => {
  const program = makeProgram(context);
  try {
    await program.parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has said what it had to say.
    if (error instanceof CommanderError) return error.exitCode;
    context.stderr.write(`${explainFailure(error, program.opts())}\n`);
    return 1;
  }
};
