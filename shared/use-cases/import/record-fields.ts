import { findSimilar } from '../../files/similar-words.ts';
import type { Reason } from '../../files/reason.ts';
import type { FieldRule, RecordOf, RecordRules } from '../../rules/field-rule.ts';
import { readValue } from '../../rules/read-value.ts';

/** The maximum number of unknown names in a reason. A hostile record can have thousands. */
const MAX_NAMED = 20;

/** Reports unknown names, because ignoring them would lose the values of a misspelt member without an error. */
const findUnknown = (names: readonly string[], known: readonly string[]): Reason | undefined => {
  const unknown = names.filter((name) => !known.includes(name));
  const [first] = unknown;
  if (first === undefined) return undefined;
  const similar = findSimilar(first, known);
  const named = unknown.length > MAX_NAMED ? [...unknown.slice(0, MAX_NAMED), '…'] : unknown;
  const values = { name: first, names: named.join(', '), known: known.join(', ') };
  return similar === undefined
    ? { code: 'members_unknown', values }
    : { code: 'members_unknown_similar', values: { ...values, similar } };
};

/**
 * Reads the fields of a record, cleaned as {@link readValue} does.
 * @returns the fields, or a reason for every invalid field
 */
export const parseFields = <Rules extends RecordRules>(
  { required, optional }: Rules,
  values: Readonly<Record<string, unknown>>,
): { readonly fields: RecordOf<Rules> } | { readonly reasons: readonly Reason[] } => {
  const rules: Readonly<Record<string, FieldRule>> = { ...required, ...optional };
  const unknown = findUnknown(Object.keys(values), Object.keys(rules));
  if (unknown) return { reasons: [unknown] };
  const reasons: Reason[] = [];
  const fields: Record<string, unknown> = {};
  for (const [field, rule] of Object.entries(rules)) {
    const value = values[field];
    if (value === undefined || value === null) {
      if (field in required) reasons.push({ code: 'missing', values: { field } });
      else if (value === null) fields[field] = null;
      continue;
    }
    const read = readValue(rule, value);
    if ('problem' in read) reasons.push({ code: 'invalid_value', values: { field, problem: read.problem } });
    else fields[field] = read.value;
  }
  return reasons.length > 0 ? { reasons } : { fields: fields as RecordOf<Rules> };
};
