import { CommanderError } from 'commander';
import { explainFailure, type Failure } from './explain-failure.ts';
import { escapeLines, toPrintableJson } from './printable.ts';
import { makeProgram } from './program.ts';
import type { CliContext } from './session.ts';
import { processTerminal } from './terminal.ts';

/** Whether the command line contains --json. Works even if the arguments cannot be parsed. */
const asksForJson = (words: readonly string[]): boolean => words.includes('--json');

const toUsageFailure = ({ code, message }: CommanderError): Failure => ({
  exitCode: 2,
  code: 'wrong_usage',
  message: code === 'commander.help' ? 'Name a command; --help lists them.' : message.replace(/^error: /, ''),
});

/**
 * @param words the command line without the program's name
 * @returns the exit code: 0 if the command succeeded, 1 if it failed or rejected some lines of its input, 2 for wrong usage. The
 * reason is on stderr. With --json, the last line of stderr is `{"error": {code, message}}`.
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
    // Commander throws after --help and --version, too.
    if (error.exitCode === 0) return 0;
    const failure = toUsageFailure(error);
    // Without --json, Commander has printed the error.
    return isJson ? report(failure) : failure.exitCode;
  }
};

/**
 * Runs the command line of this process and sets its exit code. The AWS clients are loaded when a command connects, so that help
 * and usage errors do not wait for them.
 * @param program how the operator invokes the command line, such as `npm run -s admin --`; help and examples begin with it
 */
export const main = async (program: string): Promise<void> => {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    // The program that reads the output has ended, as in `| head`.
    if (code === 'EPIPE') process.exit();
    process.stderr.write(`The output cannot be written: ${message}.\n`);
    process.exit(1);
  });
  process.exitCode = await runAdmin(process.argv.slice(2), {
    ...processTerminal(),
    openStores: async (options) => (await import('./connection/open-stores.ts')).openStores(options),
    findActor: async (options) => (await import('./connection/find-actor.ts')).findActor(options),
    diagnose: async (options) => (await import('./connection/diagnose.ts')).diagnose(options),
    now: Date.now,
    program,
  });
};
