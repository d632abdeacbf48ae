import * as v from 'valibot';
import type { FieldRule } from '../domain/field-rule.ts';
import { validateEmail, validateText } from '../domain/identifier.ts';
import { parseDateTime } from '../domain/instant.ts';

type Kind = FieldRule['kind'];
type RuleOfKind<K extends Kind> = Extract<FieldRule, { readonly kind: K }>;

interface ValueOfKind {
  readonly integer: number;
  readonly text: string;
  readonly email: string;
  readonly 'date-time': string;
  readonly boolean: boolean;
}

const checks: { readonly [K in Kind]: (value: unknown, rule: RuleOfKind<K>) => boolean } = {
  integer: (value, { least, greatest }) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= greatest,
  text: (value, { shortest, longest }) => validateText(value, shortest, longest) === undefined,
  email: (value) => validateEmail(value) === undefined,
  'date-time': (value) => typeof value === 'string' && parseDateTime(value) !== undefined,
  boolean: (value) => typeof value === 'boolean',
};

const following = <R extends FieldRule>(rule: R) => {
  const check = checks[rule.kind] as (value: unknown, rule: FieldRule) => boolean;
  return v.custom<ValueOfKind[R['kind']]>((value) => check(value, rule));
};

/** A field that must be there. Its schema carries its rule, for whoever words a fault or documents the field. */
export const field = <R extends FieldRule>(rule: R) => v.pipe(following(rule), v.metadata({ rule }));

/** A field that may be left out; `null` counts as left out. */
export const optionalField = <R extends FieldRule>(rule: R) => v.pipe(v.nullish(following(rule)), v.metadata({ rule }));

/** The rule of a field that was made here. */
export const ruleOf = (schema: v.GenericSchema): FieldRule => v.getMetadata(schema)['rule'] as FieldRule;
