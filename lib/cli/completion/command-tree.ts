import type { Command, Option } from 'commander';

export interface CompletionOption {
  /** The long flag, such as `--company`. */
  readonly flag: string;
  readonly description: string;
  readonly takesValue: boolean;
  /** The values to choose from; empty if the option accepts any value. */
  readonly values: readonly string[];
}

export interface CompletionCommand {
  /** The words of the command, such as `users import`; empty for the program itself. */
  readonly path: string;
  /** Nouns, verbs, or values of the command's argument. */
  readonly names: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly CompletionOption[];
  readonly takesFile: boolean;
}

/**
 * Returns the values to suggest for an option. `--time-zone` does not declare its values, because they are too many for the
 * help text and it also accepts other spellings of a zone.
 */
const valuesOf = ({ argChoices, long }: Option): readonly string[] =>
  long === '--time-zone' ? ['UTC', ...Intl.supportedValuesOf('timeZone')] : (argChoices ?? []);

const toOption = (option: Option): CompletionOption => ({
  flag: option.long ?? '',
  description: option.description,
  takesValue: option.required || option.optional,
  values: valuesOf(option),
});

const describeCommands = (command: Command, words: readonly string[]): CompletionCommand[] => {
  const help = command.createHelp();
  const commands = help.visibleCommands(command).filter((sub) => sub.name() !== 'help');
  const values = command.registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((name) => ({ name, description })),
  );
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  return [
    {
      path: words.join(' '),
      names: [...commands.map((sub) => ({ name: sub.name(), description: sub.description() })), ...values],
      options: options.map(toOption).filter(({ flag }) => flag !== ''),
      takesFile: command.registeredArguments.some((argument) => argument.name() === 'file'),
    },
    ...commands.flatMap((sub) => describeCommands(sub, [...words, sub.name()])),
  ];
};

/** Describes the program and all its commands, parents before children. */
export const describeProgram = (program: Command): readonly CompletionCommand[] => describeCommands(program, []);

export const flagsWithValue = (commands: readonly CompletionCommand[]): string[] => [
  ...new Set(commands.flatMap(({ options }) => options.filter(({ takesValue }) => takesValue).map(({ flag }) => flag))),
];

export const pathsOf = (commands: readonly CompletionCommand[]): string[] =>
  commands.map(({ path }) => path).filter((path) => path !== '');

/** Lists the options that take one of a few values, with their commands. */
export const optionsWithValues = (
  commands: readonly CompletionCommand[],
): { readonly path: string; readonly flag: string; readonly values: readonly string[] }[] =>
  commands.flatMap(({ path, options }) =>
    options.filter(({ values }) => values.length > 0).map(({ flag, values }) => ({ path, flag, values })),
  );

/** Puts a word in single quotes, for bash and zsh. */
export const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
