import * as v from 'valibot';
import { ServiceError, type FieldError } from '../domain/service-error.ts';

type Schema = v.GenericSchema<unknown, unknown>;

const fieldOf = (issue: v.BaseIssue<unknown>): string | undefined => {
  const key = issue.path?.[0]?.key;
  return typeof key === 'string' ? key : undefined;
};

const toFieldError = (issue: v.BaseIssue<unknown>): FieldError => {
  const field = fieldOf(issue) ?? '';
  // An object schema itself reports only members that are not there.
  const fault = issue.type === 'object' ? 'is required' : issue.message;
  return { field, message: `${field} ${fault}.` };
};

/**
 * @throws ServiceError `invalid_body` where the body is no object, `invalid_field` with every field to mend where some are.
 */
export const parseBody = <S extends Schema>(schema: S, body: unknown): v.InferOutput<S> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ServiceError('invalid_body', 'not an object');
  }
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  const fieldErrors = parsed.issues.map(toFieldError);
  throw new ServiceError('invalid_field', fieldErrors.map(({ field }) => field).join(', '), { fieldErrors });
};

/** A schema for what a check of the domain finds no fault with. */
export const faultless = <Value>(faultOf: (value: unknown) => string | undefined) =>
  v.custom<Value>(
    (value) => faultOf(value) === undefined,
    ({ input }) => faultOf(input) ?? '',
  );
