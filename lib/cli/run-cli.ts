import { CommanderError } from 'commander';
import { explainFailure, type Failure } from './explain-failure.ts';
import { escapeLines, toPrintableJson } from './printable.ts';
import { makeProgram } from './program.ts';
import type { CliContext } from './session.ts';

/** Whether the command line contains --json. Used before the arguments are parsed, and if they cannot be parsed. */
const asksForJson = (words: readonly string[]): boolean => words.includes('--json');

const toUsageFailure = ({ code, message }: CommanderError): Failure => ({
  exitCode: 2,
  code: 'wrong_usage',
  message: code === 'commander.help' ? 'Name a command; --help lists them.' : message.replace(/^error: /, ''),
});

/**
 * Runs one command.
 * @param words the command line without the program's name
 * @returns the exit code: 0 done, 1 failed or some lines bad, 2 wrong usage. The reason is on stderr; with --json its last line
 * is `{"error": {code, message}}`.
 */
export const runAdmin = async (words: readonly string[], context: CliContext): Promise<number> => {
  const isJson = asksForJson(words);
  const program = await makeProgram(context, words, isJson);
  const report = ({ exitCode, code, message }: Failure): number => {
    context.stderr.write(`${isJson ? toPrintableJson({ error: { code, message } }) : escapeLines(message)}\n`);
    return exitCode;
  };
  try {
    await program.parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    if (!(error instanceof CommanderError)) return report(explainFailure(error, program.opts()));
    if (error.exitCode === 0) return 0;
    const failure = toUsageFailure(error);
    // Without --json, Commander has printed the error.
    return isJson ? report(failure) : failure.exitCode;
  }
};
