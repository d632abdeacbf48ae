/** An error that the operator can fix. `message` is for people; `code` is for scripts that use --json. */
export class OperatorError extends Error {
  readonly code: string;

  constructor(message: string, code = 'failed') {
    super(message);
    this.code = code;
  }
}

/** Wrong usage of the command line, which causes exit code 2. */
export class UsageError extends OperatorError {
  constructor(message: string, code = 'wrong_usage') {
    super(message, code);
  }
}
