/** How long a check-in keeps an execution busy: its sequential calls to DynamoDB, with a margin for slow ones. */
export const CHECKIN_MILLISECONDS = 100;

/**
 * Returns the number of concurrent Lambda executions that a rate of check-ins needs, by Little's law. If the account's quota is
 * lower, Lambda rejects requests with 429.
 */
export const neededConcurrency = (checkinsPerSecond: number): number =>
  Math.ceil((checkinsPerSecond * CHECKIN_MILLISECONDS) / 1000);

/** The AWS Lambda quota "Concurrent executions". */
export const CONCURRENCY_QUOTA = 'L-B99A9384';
