import type { ConsoleErrorCode } from '../../shared/rules/errors.ts';
import type { ErrorDetails } from '../../shared/messages/console-en.ts';

/** The error of a request to the console's API. */
export class ConsoleError extends Error {
  readonly code: ConsoleErrorCode;
  /** Values for the message. */
  readonly details: ErrorDetails;

  constructor(code: ConsoleErrorCode, details: ErrorDetails = {}) {
    super(`${code} ${JSON.stringify(details)}`);
    this.code = code;
    this.details = details;
  }
}
