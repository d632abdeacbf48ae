import { Option, type Command } from 'commander';

/** Reads the value of an option. @throws InvalidArgumentError that says what to correct. */
export type ReadValue<Value> = (text: string) => Value;

/** An option with properties that Commander's class lacks. */
class OptionWithHints extends Option {
  isRequired = false;
  /** Values for completion in shells, if there are too many for `choices` and the help text. */
  suggestions = (): readonly string[] => [];

  suggest(list: () => readonly string[]): this {
    this.suggestions = list;
    return this;
  }

  /** Shows the most common values in the help text and in completion. Other values can be valid too. */
  showChoices(values: readonly string[]): this {
    this.argChoices = [...values];
    return this;
  }
}

/** An option that adds `Given`, such as `{company: string}`, to its command's options. Only the compiler uses `givenTo`. */
export type CliOption<Given = never> = OptionWithHints & { readonly givenTo?: (options: Given) => void };

/** The type of the options that a command gets. */
export type GivenBy<Options extends readonly CliOption[]> =
  NonNullable<Options[number]['givenTo']> extends (options: infer All) => void ? All : never;

type CamelCase<Text> = Text extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Text;
/** `--grace-hours <hours>` → `graceHours` */
type NameOf<Flags> = Flags extends `--${infer Words} <${string}`
  ? CamelCase<Words>
  : Flags extends `--${infer Words}`
    ? CamelCase<Words>
    : never;
type Named<Flags, Value> = { readonly [Name in NameOf<Flags>]: Value };

/** The values to choose from, or a function that reads the value. Default: any text. */
type Read<Value> = readonly Value[] | ReadValue<Value>;

const define = (flags: string, description: string, read?: Read<unknown>): OptionWithHints => {
  const option = new OptionWithHints(flags, description);
  if (typeof read === 'function') return option.argParser(read);
  return read ? option.choices(read as readonly string[]) : option;
};

/**
 * A required option. Commander's `makeOptionMandatory` is not used, because it reports only one missing option at a time, and
 * reports it before unknown options. An unknown option is often the missing one, misspelt.
 */
export const required = <Flags extends string, Value extends string | number = string>(
  flags: Flags,
  description: string,
  read?: Read<Value>,
): CliOption<Named<Flags, Value>> =>
  Object.assign(define(flags, `${description} (required)`, read), { isRequired: true });

export const optional = <Flags extends string, Value = string>(
  flags: Flags,
  description: string,
  read?: Read<Value>,
): CliOption<Partial<Named<Flags, Value>>> => define(flags, description, read);

/** An option whose default is `value`. */
export const withDefault = <Flags extends string, Value>(
  flags: Flags,
  description: string,
  value: Value,
  read?: Read<Value>,
): CliOption<Named<Flags, Value>> => define(flags, description, read).default(value);

export const flag = <Flags extends string>(
  flags: Flags,
  description: string,
): CliOption<Partial<Named<Flags, boolean>>> => define(flags, description);

export const suggestionsOf = (option: Option): readonly string[] =>
  option.argChoices ?? (option instanceof OptionWithHints ? option.suggestions() : []);

/** If required options of `command` are missing, names all of them and ends the program. */
export const assertRequiredOptions = (command: Command): void => {
  const missing = command.options.filter(
    (one) =>
      one instanceof OptionWithHints && one.isRequired && command.getOptionValue(one.attributeName()) === undefined,
  );
  if (missing.length === 0) return;
  const flags = missing.map(({ flags: name }) => `'${name}'`).join(', ');
  command.error(`error: required option${missing.length > 1 ? 's' : ''} ${flags} not specified`, {
    code: 'commander.missingMandatoryOptionValue',
  });
};
