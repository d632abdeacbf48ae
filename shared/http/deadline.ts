/**
 * Times in milliseconds from the start of a request. Calls are aborted first; the remaining work, such as a log entry, must end
 * before the response is due. API Gateway gives up after 30 s.
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

/** A batch writes the log entries of up to 100 items after its calls are aborted. */
export const batchDeadline: Deadline = { ...requestDeadline, abortCallsAfterMilliseconds: 2_100 };

/** A sync request has up to 100 items, and nobody waits for it at a gate. */
export const syncDeadline: Deadline = {
  abortCallsAfterMilliseconds: 9_500,
  respondWithinMilliseconds: 10_000,
  functionTimeoutMilliseconds: 13_000,
};
