import type { AddHelpTextContext, Command } from 'commander';

const rootOf = (command: Command): Command => (command.parent ? rootOf(command.parent) : command);

/** The end of a command's help, in lines that fit the terminal. @returns what `addHelpText` takes. */
export const helpText =
  (makeText: (program: string) => string) =>
  ({ command, error }: AddHelpTextContext): string => {
    const root = rootOf(command);
    const { getErrHelpWidth, getOutHelpWidth } = root.configureOutput();
    const width = (error ? getErrHelpWidth : getOutHelpWidth)?.() ?? 80;
    return command.createHelp().boxWrap(makeText(root.name()), width);
  };

/**
 * Makes the example at the end of a command's help.
 * @returns a function of what stands after the noun, and of the text before the example
 */
export const exampleOf = (noun: string) => (words: string, text?: string) =>
  helpText((program) => `${text === undefined ? '' : `${text}\n`}\nExample:\n  ${program} ${noun} ${words}`);
