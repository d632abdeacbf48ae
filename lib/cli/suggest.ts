import type { Command, Option } from 'commander';

/** A word that can stand at the end of a command line. */
export interface Suggestion {
  readonly name: string;
  readonly description: string;
}

const optionsOf = (command: Command): Option[] => {
  const help = command.createHelp();
  return [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
};

/** `--time-zone` declares no values, because they are too many for the help text and it also accepts other spellings of a zone. */
const valuesOf = ({ argChoices = [], description, long }: Option): Suggestion[] => {
  const values = long === '--time-zone' ? ['UTC', ...Intl.supportedValuesOf('timeZone')] : argChoices;
  return values.map((name) => ({ name, description }));
};

/** Returns the verbs of a noun, or the values of a command's argument. */
const namesOf = ({ commands, registeredArguments }: Command): Suggestion[] => [
  ...commands.map((command) => ({ name: command.name(), description: command.summary() || command.description() })),
  ...registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((name) => ({ name, description })),
  ),
];

const flagsOf = (command: Command): Suggestion[] =>
  optionsOf(command).flatMap(({ long, description }) => (long ? [{ name: long, description }] : []));

/** Suggests what the last of `words` can be. Suggests nothing for a file or any other free text. */
export const suggest = (program: Command, words: readonly string[]): Suggestion[] => {
  const last = words.at(-1) ?? '';
  let command = program;
  let option: Option | undefined;
  for (const word of words.slice(0, -1)) {
    const isValue = option !== undefined;
    option = isValue ? undefined : optionsOf(command).find(({ long, required }) => required && long === word);
    if (!isValue) command = command.commands.find((sub) => sub.name() === word) ?? command;
  }
  if (option) return valuesOf(option).filter(({ name }) => name.startsWith(last));
  const names = namesOf(command);
  const isFile = command.registeredArguments.some((argument) => argument.name() === 'file');
  const suggestions = last.startsWith('-') || (names.length === 0 && !isFile) ? flagsOf(command) : names;
  return suggestions.filter(({ name }) => name.startsWith(last));
};
