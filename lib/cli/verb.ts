import type { Argument, Command } from 'commander';
import { parsedBy, type CliOption, type ParsedOptions } from './cli-option.ts';
import type { IoOptions } from './command-io.ts';
import { fields } from '../../shared/rules/fields.ts';
import { inSession, type CliContext, type RunCommand } from './session.ts';

interface Definition<Options extends readonly CliOption[]> {
  readonly options?: Options;
  /** The options and arguments of the example at the end of the help. */
  readonly example: string;
  /** Help text below the description. */
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

/** Returns the words that call a command, such as `npm run -s admin -- clients list`. */
const wordsOf = (command: Command): string => (command.parent ? `${wordsOf(command.parent)} ` : '') + command.name();

/** Joins the lines of each paragraph, because Commander wraps them. Lines that begin with a space (lists) stay as they are. */
const joinParagraphs = (text: string): string => text.replace(/(?<=^\S.*)\n(?=\S)/gm, ' ');

/** Adds text below the description of a command, and an example at the end of its help. */
export const addHelp = (command: Command, example: string, text = ''): Command =>
  command
    // Lists of commands show only this.
    .summary(command.description())
    .description(`${command.description()}\n${joinParagraphs(text)}`.trimEnd())
    .addHelpText('after', `\nExample:\n  ${wordsOf(command)} ${example}`);

const addDefinition = <Options extends readonly CliOption[]>(
  command: Command,
  context: CliContext,
  { options, example, help, run }: Definition<Options>,
): void => {
  for (const option of options ?? []) command.addOption(option);
  addHelp(command, example, help).action(inSession(command, context, run));
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
    // Commander makes arguments of the words in `name`, but does not check their values.
    for (const one of command.registeredArguments)
      if (one.name() === 'clientId') one.argParser(parsedBy(fields.clientId));
    if (argument) command.addArgument(argument);
    addDefinition(command, context, definition);
  };

/** Makes a noun with verbs. @param example a verb and its options */
export const nounWithVerbs =
  (example: string, verbs: readonly AddToNoun[]): AddToNoun =>
  (noun, context) => {
    addHelp(noun.usage('<verb> [options]'), example);
    for (const add of verbs) add(noun, context);
  };

/** Makes a command that has no verbs, such as `attendance`. */
export const nounWithoutVerbs =
  <Options extends readonly CliOption[]>(definition: Definition<Options>): AddToNoun =>
  (noun, context) =>
    addDefinition(noun, context, definition);
