import type { ErrorCode } from '../rules/errors.ts';
import type { FieldProblem } from '../rules/field-rule.ts';
import type { Scope } from '../rules/api-clients.ts';

export interface FieldError {
  readonly field: string;
  readonly fault: FieldProblem;
}

interface ErrorDetail extends ErrorOptions {
  readonly fieldErrors?: readonly FieldError[];
  readonly scope?: Scope;
  readonly belongToDifferentPeople?: boolean;
}

/**
 * Ends a request with an error. `message` is for the log; the caller gets the standard message for the error code. Every method
 * of a store can throw a ServiceError with the code `dependency_unavailable`: the database did not respond, and a retry might
 * succeed.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly fieldErrors: readonly FieldError[];
  /** The scope that the request needs, if the code is `insufficient_scope`. */
  readonly scope: Scope | undefined;
  /** If the code is `user_not_found`: whether the identifiers belong to different people. */
  readonly belongToDifferentPeople: boolean;

  constructor(code: ErrorCode, message: string, detail: ErrorDetail = {}) {
    const { fieldErrors = [], scope, belongToDifferentPeople = false, ...options } = detail;
    super(message, options);
    this.code = code;
    this.fieldErrors = fieldErrors;
    this.scope = scope;
    this.belongToDifferentPeople = belongToDifferentPeople;
  }
}

/** The error of a request with one invalid field. @param message for the log */
export const invalidField = (field: string, fault: FieldProblem, message = field): ServiceError =>
  new ServiceError('invalid_field', message, { fieldErrors: [{ field, fault }] });

export const isUnavailable = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === 'dependency_unavailable';
