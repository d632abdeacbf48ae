import type { AddHelpTextContext, Command } from 'commander';

const rootOf = (command: Command): Command => (command.parent ? rootOf(command.parent) : command);

/** Joins the lines of each paragraph. Lines that begin with a space (lists, examples) stay as they are. */
const joinParagraphs = (text: string): string => text.replace(/(?<=^\S.*)\n(?=\S)/gm, ' ');

/** Wraps the text at the end of a command's help to the width of the terminal. @returns the argument of `addHelpText` */
export const helpText =
  (makeText: (program: string) => string) =>
  ({ command, error }: AddHelpTextContext): string => {
    const root = rootOf(command);
    const output = root.configureOutput();
    const width = error ? output.getErrHelpWidth?.() : output.getOutHelpWidth?.();
    const help = command.createHelp();
    const lines = joinParagraphs(makeText(root.name())).split('\n');
    // Examples are not wrapped, so that people can copy them.
    return lines.map((line) => (line.startsWith(' ') ? line : help.boxWrap(line, width ?? 0))).join('\n');
  };

/**
 * Makes the example at the end of a command's help.
 * @returns a function that takes the words after the noun and the text before the example
 */
export const exampleOf = (noun: string) => (words: string, text?: string) =>
  helpText((program) => `${text === undefined ? '' : `${text}\n`}\nExample:\n  ${program} ${noun} ${words}`);
