import { InvalidArgumentError } from 'commander';
import { parseDateTime, type Instant } from '../../shared/domain/instant.ts';
import type { FieldRule, ValueOf } from '../../shared/rules/field-rule.ts';
import { describeRule, findProblem } from '../../shared/rules/find-problem.ts';
import { foldEmail } from '../../shared/rules/fold-email.ts';

/** Reads the value of an option. @throws InvalidArgumentError that says what to correct. */
export type ReadValue<Value> = (text: string) => Value;

const toNumber = (text: string): number => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN);
const toList = (text: string): string[] => text.split(',').map((part) => part.trim());

const converters: Readonly<Partial<Record<FieldRule['kind'], (text: string) => unknown>>> = {
  integer: toNumber,
  number: toNumber,
  'number-choice': toNumber,
  networks: toList,
  set: toList,
};

/** Reads a value that must follow the rule of its field. In lists, commas separate the values. */
export const parsedBy =
  <Rule extends FieldRule>(rule: Rule): ReadValue<ValueOf<Rule>> =>
  (text) => {
    const value = converters[rule.kind]?.(text) ?? text;
    const problem = findProblem(rule, value);
    if (problem !== undefined) throw new InvalidArgumentError(`It ${problem}.`);
    return (rule.kind === 'email' ? foldEmail(text) : value) as ValueOf<Rule>;
  };

export const readDateTime: ReadValue<Instant> = (text) => {
  const instant = parseDateTime(text);
  if (instant !== undefined) return instant;
  throw new InvalidArgumentError(`It ${describeRule({ kind: 'date-time' })}.`);
};

/** Reads names separated by commas. */
export const readNames: ReadValue<readonly string[]> = (text) => {
  const names = toList(text);
  if (names.every((name) => name !== '')) return names;
  throw new InvalidArgumentError('It must be one or more names, separated by commas.');
};
