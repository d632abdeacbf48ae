import type { Argument, Command } from 'commander';
import type { CliOption, ParsedOptions } from './cli-option.ts';
import type { IoOptions } from './command-io.ts';
import { exampleOf } from './example.ts';
import { inSession, type CliContext, type RunCommand } from './session.ts';

interface Definition<Options extends readonly CliOption[]> {
  readonly options?: Options;
  /** The options and arguments of the example at the end of the help. */
  readonly example: string;
  /** Help text that is shown before the example. */
  readonly help?: string;
  readonly run: RunCommand<ParsedOptions<Options> & IoOptions>;
}

interface VerbDefinition<Options extends readonly CliOption[]> extends Definition<Options> {
  /** The verb and its arguments, such as `show <clientId>`. */
  readonly name: string;
  readonly description: string;
  /** An argument that is not in `name`, because its value is checked. */
  readonly argument?: Argument;
}

/** Adds verbs to a noun, or options and an action to a noun without verbs. */
export type AddToNoun = (noun: Command, context: CliContext) => void;

const addDefinition = <Options extends readonly CliOption[]>(
  command: Command,
  words: string,
  context: CliContext,
  { options, example, help, run }: Definition<Options>,
): void => {
  for (const option of options ?? []) command.addOption(option);
  command.addHelpText('after', exampleOf(words)(example, help)).action(inSession(context, run));
};

export const verb =
  <Options extends readonly CliOption[]>({
    name,
    description,
    argument,
    ...definition
  }: VerbDefinition<Options>): AddToNoun =>
  (noun, context) => {
    const command = noun.command(name).description(description);
    if (argument) command.addArgument(argument);
    addDefinition(command, `${noun.name()} ${command.name()}`, context, definition);
  };

/** Makes a noun with verbs. @param example a verb and its options */
export const nounWithVerbs =
  (example: string, verbs: readonly AddToNoun[]): AddToNoun =>
  (noun, context) => {
    noun.usage('<verb> [options]').addHelpText('after', exampleOf(noun.name())(example));
    for (const add of verbs) add(noun, context);
  };

/** Makes a command that has no verbs, such as `restore`. */
export const nounWithoutVerbs =
  <Options extends readonly CliOption[]>(definition: Definition<Options>): AddToNoun =>
  (noun, context) =>
    addDefinition(noun, noun.name(), context, definition);
