import { Option, type Command } from 'commander';
import type { ReadValue } from './option-values.ts';

/** An option with what Commander's own does not know. */
export class CliOption extends Option {
  isNeeded = false;
  /** Values for completion in shells, too many for `choices` and the help text. */
  suggestions = (): readonly string[] => [];

  /**
   * The command needs it. Commander's `makeOptionMandatory` reports one missing option at a time, and does so before unknown
   * options, which are often the same option misspelt.
   */
  needed(): this {
    this.isNeeded = true;
    this.description = `${this.description} (required)`;
    return this;
  }

  suggest(list: () => readonly string[]): this {
    this.suggestions = list;
    return this;
  }
}

/** A needed option whose value `read` checks. */
export const neededOption = (flags: string, description: string, read: ReadValue<unknown>): CliOption =>
  new CliOption(flags, description).argParser(read).needed();

/** Ends the program if options that `command` needs are missing. It names all of them. */
export const refuseMissingOptions = (command: Command): void => {
  const missing = command.options.filter(
    (option) =>
      option instanceof CliOption && option.isNeeded && command.getOptionValue(option.attributeName()) === undefined,
  );
  if (missing.length === 0) return;
  const flags = missing.map((option) => `'${option.flags}'`).join(', ');
  command.error(`error: required option${missing.length > 1 ? 's' : ''} ${flags} not specified`, {
    code: 'commander.missingMandatoryOptionValue',
  });
};
