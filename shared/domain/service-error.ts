import type { FieldProblem } from './field-rule.ts';

/** The stable names of everything that can end a request early. `shared/http` says which status and words each becomes. */
export type ErrorCode =
  | 'invalid_body'
  | 'invalid_field'
  | 'invalid_idempotency_key'
  | 'invalid_credentials'
  | 'token_missing'
  | 'token_invalid'
  | 'user_not_found'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'dependency_unavailable'
  | 'internal_error';

export interface FieldError {
  readonly field: string;
  readonly fault: FieldProblem;
}

interface ErrorDetail extends ErrorOptions {
  readonly fieldErrors?: readonly FieldError[];
}

/** What a request cannot go on from. `message` is for the log; the caller is told what the code stands for. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  /** The fields to mend, with `invalid_field`. */
  readonly fieldErrors: readonly FieldError[];

  constructor(code: ErrorCode, message: string, { fieldErrors = [], ...options }: ErrorDetail = {}) {
    super(message, options);
    this.code = code;
    this.fieldErrors = fieldErrors;
  }
}
