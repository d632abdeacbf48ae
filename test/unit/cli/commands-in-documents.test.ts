import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { marked, walkTokens, type Token } from 'marked';
import { makeProgram, nounNames } from '../../../lib/cli/program.ts';
import type { CliContext } from '../../../lib/cli/session.ts';

const root = join(import.meta.dirname, '../../..');
const documents = globSync(['README.md', 'docs/*.md'], { cwd: root });
const program = await makeProgram({} as CliContext, nounNames, true);

/** The command lines in a document's code, without what follows in the shell. They begin with the name of the program or with a noun. */
const readCommands = (file: string): string[] => {
  const lines: string[] = [];
  void walkTokens(marked.lexer(readFileSync(join(root, file), 'utf8')), (token: Token) => {
    if (token.type === 'code' || token.type === 'codespan') lines.push(...(token as { text: string }).text.split('\n'));
  });
  return lines.flatMap((line) => {
    const [, words] =
      /^(?:.*\badmin (?:-- )?)?(?:--local |--stack \S+ )?((?:[a-z]+ [a-z-]+|doctor)\b.*)/.exec(line.trim()) ?? [];
    const command = words?.split(/ [|>#&]/)[0] ?? '';
    return nounNames.includes(command.split(' ')[0] ?? '') ? [command] : [];
  });
};

const globalOptions = ['--local', '--stack', '--json', '--yes', '--help'];

const findCommand = (words: readonly string[]): Command | undefined =>
  words.reduce<Command | undefined>(
    (parent, word) => (parent?.commands.length === 0 ? parent : parent?.commands.find((each) => each.name() === word)),
    program,
  );

/** @returns what the command line lacks, or undefined */
const faultOf = (line: string): string | undefined => {
  const command = findCommand(line.split(' ').slice(0, 2));
  if (command === undefined) return `${line}: there is no such command`;
  const known = new Set([...globalOptions, ...command.options.map(({ long }) => long)]);
  const unknown = (line.match(/--[a-z][a-z-]*/g) ?? []).filter((option) => !known.has(option));
  return unknown.length === 0 ? undefined : `${line}: there is no ${unknown.join(', ')}`;
};

it('The commands in the documents exist, with their options', () => {
  const commands = documents.flatMap(readCommands);
  expect(commands.length).toBeGreaterThan(50);
  expect(commands.map(faultOf).filter(Boolean)).toEqual([]);
});
