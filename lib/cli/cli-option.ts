import { Option, type Command } from 'commander';

/** Reads the value of an option. @throws InvalidArgumentError that says what to correct. */
export type ReadValue<Value> = (text: string) => Value;

/** An option with properties that Commander's class lacks. */
export class CliOption extends Option {
  isNeeded = false;
  /** Values for completion in shells, too many for `choices` and the help text. */
  suggestions = (): readonly string[] => [];

  /**
   * Marks the option as required. Commander's `makeOptionMandatory` reports only one missing option at a time, and reports it
   * before unknown options. An unknown option is often the missing one, misspelt.
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

/** A required option whose value `read` checks. */
export const neededOption = (flags: string, description: string, read: ReadValue<unknown>): CliOption =>
  new CliOption(flags, description).argParser(read).needed();

/** An option that may be left out. @param read checks its value */
export const option = (
  flags: string,
  description: string,
  read?: ReadValue<unknown>,
  defaultValue?: unknown,
): CliOption => {
  const made = new CliOption(flags, description).default(defaultValue);
  return read ? made.argParser(read) : made;
};

/** If required options of `command` are missing, names all of them and ends the program. */
export const assertRequiredOptions = (command: Command): void => {
  const missing = command.options.filter(
    (one) => one instanceof CliOption && one.isNeeded && command.getOptionValue(one.attributeName()) === undefined,
  );
  if (missing.length === 0) return;
  const flags = missing.map(({ flags: name }) => `'${name}'`).join(', ');
  command.error(`error: required option${missing.length > 1 ? 's' : ''} ${flags} not specified`, {
    code: 'commander.missingMandatoryOptionValue',
  });
};
