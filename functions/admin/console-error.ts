import type { ConsoleErrorCode } from '../../shared/console-api/errors.ts';
import type { ErrorDetails } from '../../shared/messages/console-messages.ts';

/** A request of the console that is refused. */
export class ConsoleError extends Error {
  readonly code: ConsoleErrorCode;
  /** What the words need. */
  readonly details: ErrorDetails;

  constructor(code: ConsoleErrorCode, details: ErrorDetails = {}) {
    super(`${code} ${JSON.stringify(details)}`);
    this.code = code;
    this.details = details;
  }
}
