import { InvalidArgumentError, Option, type Command } from 'commander';
import type { BookingRef } from '../../shared/domain/booking.ts';
import { parseDateTime, type Instant } from '../../shared/domain/instant.ts';
import { UseCaseError } from '../../shared/domain/use-case-error.ts';
import { hasAnyIdentifier, type Identifiers } from '../../shared/domain/identifiers.ts';
import type { UserRef } from '../../shared/domain/user.ts';
import type { FieldRule, ValueOf } from '../../shared/rules/field-rule.ts';
import { identifierNames, type IdentifierName } from '../../shared/rules/attributes.ts';
import { fields } from '../../shared/rules/fields.ts';
import { pick } from '../../shared/rules/plain-values.ts';
import { userRules } from '../../shared/rules/records.ts';
import { describeRule, readValue } from '../../shared/rules/read-value.ts';

/**
 * Reads the value of an option.
 * @param previous the value so far, if the option is repeated
 * @throws InvalidArgumentError that says what to correct
 */
export type ReadValue<Value> = (text: string, previous?: unknown) => Value;

/** Stricter than `Number`, which reads an empty text and `0x10`. No rule accepts NaN. */
const toNumber = (text: string): number => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN);
/** Adds to the values so far, because an option that takes several values can be repeated. */
const toList = (text: string, previous: unknown): string[] => [
  ...((previous ?? []) as readonly string[]),
  ...text.split(',').map((part) => part.trim()),
];

const converters: Readonly<Partial<Record<FieldRule['kind'], ReadValue<unknown>>>> = {
  integer: toNumber,
  number: toNumber,
  'number-choice': toNumber,
  networks: toList,
  set: toList,
};

/** Reads a value that must follow the rule of its field. In lists, commas separate the values, and the option can be repeated. */
export const parsedBy =
  <Rule extends FieldRule>(rule: Rule): ReadValue<ValueOf<Rule>> =>
  (text, previous) => {
    const value = converters[rule.kind]?.(text, previous) ?? text;
    const read = readValue(rule, value);
    if ('problem' in read) throw new InvalidArgumentError(`It ${describeRule(read.problem)}.`);
    return read.value;
  };

export const readDateTime: ReadValue<Instant> = (text) => {
  const instant = parseDateTime(text);
  if (instant !== undefined) return instant;
  throw new InvalidArgumentError(`It ${describeRule({ kind: 'date-time' })}.`);
};

/**
 * Marks a required option. Commander's `makeOptionMandatory` is not used, because it reports only one missing option at a time,
 * and reports it before unknown options. An unknown option is often the missing one, misspelt.
 */
class RequiredOption extends Option {}

/** An option that adds `Given`, such as `{company: string}`, to its command's options. Only the compiler uses `givenTo`. */
export type CliOption<Given = never> = Option & { readonly givenTo?: (options: Given) => void };

/** What all the options add together: TypeScript infers an intersection from the parameters of several functions. */
export type ParsedOptions<Options extends readonly CliOption[]> =
  NonNullable<Options[number]['givenTo']> extends (options: infer All) => void ? All : never;

type CamelCase<Text> = Text extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Text;
/** `--grace-hours <hours>` → `graceHours` */
type NameOf<Flags> = Flags extends `--${infer Words} <${string}`
  ? CamelCase<Words>
  : Flags extends `--${infer Words}`
    ? CamelCase<Words>
    : never;
type Named<Flags, Value> = { readonly [Name in NameOf<Flags>]: Value };

/** The rule of the field, the values to choose from, or a function that reads the value. If undefined, any text is accepted. */
type ValueRule = FieldRule | readonly string[] | ReadValue<unknown> | undefined;
type ValueBy<Rule> = Rule extends FieldRule
  ? ValueOf<Rule>
  : Rule extends readonly (infer Choice)[]
    ? Choice
    : Rule extends ReadValue<infer Value>
      ? Value
      : string;

/** The values that the help shows. For a set, the last one is all of them with commas: an example of how to give several. */
const choicesOf = (rule: FieldRule): string[] | undefined => {
  if (rule.kind === 'number-choice') return rule.values.map(String);
  return rule.kind === 'set' ? [...rule.values, rule.values.join(',')] : undefined;
};

const define = <Kind extends Option>(option: Kind, rule: ValueRule): Kind => {
  if (rule === undefined) return option;
  if (typeof rule === 'function') return option.argParser(rule);
  if (!('kind' in rule)) return option.choices(rule);
  // `choices` would replace the parser, so this sets only what the help text shows.
  return Object.assign(option.argParser(parsedBy(rule)), { argChoices: choicesOf(rule) });
};

export const required = <Flags extends string, const Rule extends ValueRule = undefined>(
  flags: Flags,
  description: string,
  rule?: Rule,
): CliOption<Named<Flags, ValueBy<Rule>>> => define(new RequiredOption(flags, `${description} (required)`), rule);

export const optional = <Flags extends string, const Rule extends ValueRule = undefined>(
  flags: Flags,
  description: string,
  rule?: Rule,
): CliOption<Partial<Named<Flags, ValueBy<Rule>>>> => define(new Option(flags, description), rule);

export const withDefault = <Flags extends string, const Rule extends ValueRule = undefined>(
  flags: Flags,
  description: string,
  value: ValueBy<Rule>,
  rule?: Rule,
): CliOption<Named<Flags, ValueBy<Rule>>> => define(new Option(flags, description), rule).default(value);

export const flag = <Flags extends string>(
  flags: Flags,
  description: string,
): CliOption<Partial<Named<Flags, boolean>>> => new Option(flags, description);

/** If required options of `command` are missing, names all of them and ends the program. */
export const assertRequiredOptions = (command: Command): void => {
  const missing = command.options.filter(
    (option) => option instanceof RequiredOption && command.getOptionValue(option.attributeName()) === undefined,
  );
  if (missing.length === 0) return;
  const flags = missing.map(({ flags: name }) => `'${name}'`).join(', ');
  command.error(`error: required option${missing.length > 1 ? 's' : ''} ${flags} not specified`, {
    code: 'commander.missingMandatoryOptionValue',
  });
};

export const companyOption = required('--company <id>', 'the company', fields.companyId);

const identifierLabels: Readonly<Record<IdentifierName, string>> = { uid: 'badge', email: 'e-mail address' };

type SelectedUser = { readonly user?: number } & { readonly [Name in IdentifierName]?: string };

/** The id is called `--user` everywhere. Its name in JSON is `id`, which people try too. */
const misnamedUser = new Option('--id <id>').hideHelp().argParser(() => {
  throw new InvalidArgumentError('Did you mean --user?');
});

/** The options of commands that find a user by any identifier. */
export const selectUserOptions: readonly (typeof companyOption | CliOption<SelectedUser>)[] = [
  companyOption,
  optional('--user <id>', 'the user with this id', fields.userId),
  ...identifierNames.map((name) =>
    define(new Option(`--${name} <${name}>`, `the user with this ${identifierLabels[name]}`), userRules[name]),
  ),
  misnamedUser,
];

/** @throws UseCaseError `identifier_required` without any identifier */
export const toIdentifiers = ({ user, ...options }: SelectedUser): Identifiers => {
  const identifiers = { id: user, ...pick(options, identifierNames) };
  if (hasAnyIdentifier(identifiers)) return identifiers;
  throw new UseCaseError('identifier_required');
};

/** What to do about `identifier_required`. */
export const SAY_WHICH_USER = `Say which user: --user, ${identifierNames.map((name) => `--${name}`).join(' or ')}.`;

export const userOptions = [companyOption, required('--user <id>', "the user's id", fields.userId)] as const;

export const toUserRef = ({ company, user }: ParsedOptions<typeof userOptions>): UserRef => ({
  companyId: company,
  userId: user,
});

export const bookingOptions = [
  ...userOptions,
  required('--booking <id>', "the booking's id", fields.bookingId),
] as const;

export const toBookingRef = (options: ParsedOptions<typeof bookingOptions>): BookingRef => ({
  user: toUserRef(options),
  bookingId: options.booking,
});
