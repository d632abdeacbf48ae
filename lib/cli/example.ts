import type { AddHelpTextContext, Command } from 'commander';

const rootOf = (command: Command): Command => (command.parent ? rootOf(command.parent) : command);

/** The end of a command's help, in lines that fit the terminal. @returns what `addHelpText` takes. */
export const helpText =
  (makeText: (program: string) => string) =>
  ({ command, error }: AddHelpTextContext): string => {
    const root = rootOf(command);
    const output = root.configureOutput();
    const width = error ? output.getErrHelpWidth?.() : output.getOutHelpWidth?.();
    return command.createHelp().boxWrap(makeText(root.name()), width ?? 0);
  };

/**
 * Makes the example at the end of a command's help.
 * @returns a function that takes the words after the noun and the text before the example
 */
export const exampleOf = (noun: string) => (words: string, text?: string) =>
  helpText((program) => `${text === undefined ? '' : `${text}\n`}\nExample:\n  ${program} ${noun} ${words}`);
