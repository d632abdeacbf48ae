/** What the operator can fix. `message` is the sentence that they read, `code` what a script reads with --json. */
export class OperatorError extends Error {
  readonly code: string;

  constructor(message: string, code = 'failed') {
    super(message);
    this.code = code;
  }
}

/** The command line itself is wrong: exit code 2. */
export class UsageError extends OperatorError {
  constructor(message: string, code = 'wrong_usage') {
    super(message, code);
  }
}
