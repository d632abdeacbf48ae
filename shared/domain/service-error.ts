import type { FieldProblem } from './field-rule.ts';
import type { Scope } from './scope.ts';

/** The stable codes of every error that can end a request. `shared/http` maps each to a status and a message. */
export type ErrorCode =
  | 'invalid_body'
  | 'invalid_field'
  | 'invalid_idempotency_key'
  | 'invalid_credentials'
  | 'token_missing'
  | 'token_expired'
  | 'token_invalid'
  | 'insufficient_scope'
  | 'user_not_found'
  | 'idempotency_key_reused'
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
  readonly scope?: Scope;
}

/** Ends a request with an error. `message` is for the log; the caller gets the message of the code. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  /** The fields that are invalid, with `invalid_field`. */
  readonly fieldErrors: readonly FieldError[];
  /** The scope that the request needs, with `insufficient_scope`. */
  readonly scope: Scope | undefined;

  constructor(code: ErrorCode, message: string, { fieldErrors = [], scope, ...options }: ErrorDetail = {}) {
    super(message, options);
    this.code = code;
    this.fieldErrors = fieldErrors;
    this.scope = scope;
  }
}
