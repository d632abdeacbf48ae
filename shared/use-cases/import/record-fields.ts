import { closest, distance } from 'fastest-levenshtein';
import type { FieldRule, RecordOf, RecordRules } from '../../rules/field-rule.ts';
import { bookingRecord, userRecord } from '../../rules/records.ts';
import { describeRule, readValue } from '../../rules/find-problem.ts';

const rulesOf = ({ required, optional }: RecordRules): Readonly<Record<string, FieldRule>> => ({
  ...required,
  ...optional,
});

export const namesOf = (rules: RecordRules): readonly string[] => Object.keys(rulesOf(rules));

export const isInteger = (rules: RecordRules, name: string): boolean => rulesOf(rules)[name]?.kind === 'integer';

export const isList = (rules: RecordRules, name: string): boolean => rulesOf(rules)[name]?.kind === 'texts';

const kinds = { users: userRecord, bookings: bookingRecord } satisfies Record<string, RecordRules>;

/** @returns the other kind of file, if it has these fields */
export const findOtherKind = (names: readonly string[], rules: RecordRules): keyof typeof kinds | undefined =>
  (['users', 'bookings'] as const).find((kind) => {
    const other: RecordRules = kinds[kind];
    const hasRequired = Object.keys(other.required).every((name) => name === 'companyId' || names.includes(name));
    return other !== rules && hasRequired && names.every((name) => namesOf(other).includes(name));
  });

/** Ignores case, white space, `_` and `-`, so that `E-mail` equals `email`. */
const normalizeName = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');

/** @returns the most similar known name, if at most one letter in three differs */
const findSimilar = (name: string, known: readonly string[]): string | undefined => {
  const normalized = known.map(normalizeName);
  const found = closest(normalizeName(name), normalized);
  return distance(normalizeName(name), found) * 3 <= normalizeName(name).length
    ? known[normalized.indexOf(found)]
    : undefined;
};

/** Far more than anybody misspells. A hostile record can have thousands. */
const MAX_NAMED = 20;

/**
 * Reports unknown names, because ignoring them would lose the values of a misspelt column without an error.
 * @returns the first unknown names, and the end of an error message that begins with them
 */
export const validateNames = (
  names: readonly string[],
  rules: RecordRules,
): { names: readonly string[]; problem: string } | undefined => {
  const known = namesOf(rules);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return undefined;
  const isOne = unknown.length === 1;
  const named = unknown.slice(0, MAX_NAMED);
  const hints = named.flatMap((name) => {
    const meant = findSimilar(name, known);
    return meant === undefined ? [] : [`the nearest known name${isOne ? '' : ` to "${name}"`} is "${meant}"`];
  });
  const problem = [isOne ? 'is unknown' : 'are unknown', ...hints].join('; ');
  return {
    names: unknown.length > MAX_NAMED ? [...named, '…'] : named,
    problem: `${problem} (known: ${known.join(', ')})`,
  };
};

/**
 * Reads the fields of a record, cleaned as {@link readValue} does.
 * @returns the fields, or a `reason` that names every invalid field and has no full stop at its end
 */
export const parseFields = <Rules extends RecordRules>(
  rules: Rules,
  values: Readonly<Record<string, unknown>>,
): { readonly fields: RecordOf<Rules> } | { readonly reason: string } => {
  const unknown = validateNames(Object.keys(values), rules);
  if (unknown) return { reason: `${unknown.names.join(', ')} ${unknown.problem}` };
  const problems: string[] = [];
  const fields: Record<string, unknown> = {};
  for (const [name, rule] of Object.entries(rulesOf(rules))) {
    const value = values[name];
    if (value === undefined || value === null) {
      if (name in rules.required) problems.push(`${name} is missing`);
      else if (value === null) fields[name] = null;
      continue;
    }
    const read = readValue(rule, value);
    if ('problem' in read) problems.push(`${name} ${describeRule(read.problem)}`);
    else fields[name] = read.value;
  }
  return problems.length > 0 ? { reason: problems.join('; ') } : { fields: fields as RecordOf<Rules> };
};
