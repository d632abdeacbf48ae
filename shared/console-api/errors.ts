import * as v from 'valibot';
import { consoleErrors, type ConsoleErrorCode } from '../rules/errors.ts';
import { count } from './parts.ts';

export const errorResponse = v.strictObject({
  statusCode: count,
  code: v.picklist(Object.keys(consoleErrors) as ConsoleErrorCode[]),
  /** A text in the language that the request asks for. */
  message: v.string(),
  requestId: v.string(),
  /** Only with `invalid_field`. */
  errors: v.optional(v.array(v.strictObject({ field: v.string(), message: v.string() }))),
});
export type ErrorResponse = v.InferOutput<typeof errorResponse>;
