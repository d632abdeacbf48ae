import * as v from 'valibot';
import type { Problem } from '../../domain/identifier.ts';
import { validateNames, type Members } from './members.ts';

type Validate = (value: unknown) => Problem;

/** A field that is checked by a function of the domain. */
const field = <Value>(validate: Validate) =>
  v.custom<Value>(
    (value) => validate(value) === undefined,
    ({ input }) => validate(input) as string,
  );

/** `null` clears the attribute; default: it stays as it is. */
const optional = <Value>(validate: Validate) => v.exactOptional(v.nullable(field<Value>(validate)));

export const text = (validate: Validate) => field<string>(validate);
export const number = (validate: Validate) => field<number>(validate);
export const optionalText = <Value extends string = string>(validate: Validate) => optional<Value>(validate);
export const optionalNumber = (validate: Validate) => optional<number>(validate);
export const optionalFlag = optional<boolean>((value) =>
  typeof value === 'boolean' ? undefined : 'must be true or false',
);

/** The error message: a sentence without its full stop. */
const describe = (issue: v.BaseIssue<unknown>): string => {
  const path = v.getDotPath(issue) as string;
  return issue.input === undefined || issue.input === null ? `${path} is missing` : `${path} ${issue.message}`;
};

/** @returns `reason` names every invalid field */
export const parseFields = <Output>(
  schema: v.GenericSchema<unknown, Output>,
  fields: Readonly<Record<string, unknown>>,
  members: Members,
): { readonly fields: Output } | { readonly reason: string } => {
  const unknown = validateNames(Object.keys(fields), members);
  if (unknown) return { reason: `${unknown.names.join(', ')} ${unknown.problem}` };
  const result = v.safeParse(schema, fields);
  return result.success ? { fields: result.output } : { reason: result.issues.map(describe).join('; ') };
};
