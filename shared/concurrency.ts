/**
 * How long a check-in keeps an execution busy, in milliseconds: its sequential calls to DynamoDB, with a margin for slow ones.
 */
export const CHECKIN_MILLISECONDS = 100;

/**
 * The number of concurrent Lambda executions for a rate of check-ins: check-ins per second times their duration in seconds
 * (Little's law). The account's quota has to be at least this, or Lambda rejects requests with 429.
 */
export const neededConcurrency = (checkinsPerSecond: number): number =>
  Math.ceil((checkinsPerSecond * CHECKIN_MILLISECONDS) / 1000);

/** The code of the AWS Lambda quota "Concurrent executions". */
export const CONCURRENCY_QUOTA = 'L-B99A9384';
