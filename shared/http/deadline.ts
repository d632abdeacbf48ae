/**
 * When a request must end, in milliseconds: it gets its response before its function is stopped, and that is before API
 * Gateway gives up (30 s). One call to DynamoDB has less time still; see the call budgets.
 */
export interface Deadline {
  readonly respondWithinMilliseconds: number;
  readonly functionTimeoutMilliseconds: number;
}

/** The console's API: a person waits, and a chunk of an import has some thousand rows to write. */
export const consoleDeadline: Deadline = { respondWithinMilliseconds: 25_000, functionTimeoutMilliseconds: 28_000 };

export const requestDeadline: Deadline = { respondWithinMilliseconds: 2_500, functionTimeoutMilliseconds: 5_000 };
