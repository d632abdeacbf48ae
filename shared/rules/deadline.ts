/**
 * Times in milliseconds from the start of a request. The calls that the request makes are aborted first, so that the remaining
 * work, such as writing a log entry, ends before the response is due. API Gateway gives up after 30 s.
 */
export interface Deadline {
  readonly abortCallsAfterMilliseconds: number;
  readonly respondWithinMilliseconds: number;
  readonly functionTimeoutMilliseconds: number;
}

/** The deadlines of the console's API are long, because a chunk of an import writes thousands of rows. */
export const consoleDeadline: Deadline = {
  abortCallsAfterMilliseconds: 25_000,
  respondWithinMilliseconds: 25_500,
  functionTimeoutMilliseconds: 28_000,
};

export const requestDeadline: Deadline = {
  abortCallsAfterMilliseconds: 2_400,
  respondWithinMilliseconds: 2_800,
  functionTimeoutMilliseconds: 5_000,
};

/** A batch aborts its calls earlier, because it then still writes the log entries of up to 100 items. */
export const batchDeadline: Deadline = { ...requestDeadline, abortCallsAfterMilliseconds: 2_100 };

/** A sync request has up to 100 items, and nobody waits for it at a gate. */
export const syncDeadline: Deadline = {
  abortCallsAfterMilliseconds: 9_500,
  respondWithinMilliseconds: 10_000,
  functionTimeoutMilliseconds: 13_000,
};
