import * as v from 'valibot';
import { ServiceError, type FieldError } from '../domain/service-error.ts';
import { ruleOf, type BodySchema } from './field.ts';

const toFieldError = (issue: v.BaseIssue<unknown>, { entries }: BodySchema): FieldError => {
  const field = v.getDotPath(issue) as string;
  // An issue of the object schema itself always means that a field is missing.
  return { field, fault: issue.type === 'object' ? { kind: 'required' } : ruleOf(entries[field] as v.GenericSchema) };
};

/** @throws ServiceError `invalid_body` if the body is not an object; `invalid_field`, which lists every invalid field */
export const parseBody = <S extends BodySchema>(schema: S, body: unknown): v.InferOutput<S> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ServiceError('invalid_body', 'not an object');
  }
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  const fieldErrors = parsed.issues.map((issue) => toFieldError(issue, schema));
  throw new ServiceError('invalid_field', fieldErrors.map(({ field }) => field).join(', '), { fieldErrors });
};
