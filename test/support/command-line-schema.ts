import type { AnySchemaObject } from 'ajv/dist/2020.js';
import type { Command } from 'commander';
import { makeOutputDocument } from '../../lib/cli/output-schemas.ts';
import { forbidUnlistedMembers } from './forbid-unlisted-members.ts';
import { describeFaults, makeAjv } from './make-ajv.ts';

const document = makeOutputDocument();

const ajv = makeAjv({ allErrors: true });
ajv.addSchema(forbidUnlistedMembers(document) as AnySchemaObject, 'cli');

/** Every command that prints JSON, such as `clients create`. */
export const documentedCommands = Object.keys(document.properties);

const validate = (pointer: string, value: unknown): string[] => {
  const check = ajv.getSchema(`cli#/${pointer}`);
  if (!check) throw new Error(`The schema has no ${pointer}.`);
  return check(value) ? [] : describeFaults(check.errors);
};

/** Lists the nouns of the program and their verbs, such as `clients` and `clients create`. */
export const commandsOf = ({ commands }: Command, noun = ''): string[] =>
  commands.flatMap((command) => [noun + command.name(), ...commandsOf(command, `${command.name()} `)]);

/** Finds the command that `words` begin with. */
export const commandOf = (words: readonly string[]): string | undefined =>
  documentedCommands.find((command) =>
    ` ${words.filter((word) => word !== '--json').join(' ')} `.startsWith(` ${command} `),
  );

/** @returns the differences between a command's JSON on stdout and the schema; empty if there are none */
export const validateOutput = (command: string, value: unknown): string[] =>
  validate(`properties/${encodeURIComponent(command)}`, value);

/** Validates the error on stderr. */
export const validateError = (value: unknown): string[] => validate('$defs/error', value);
