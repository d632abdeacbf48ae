/** How long a check-in keeps an execution busy, in milliseconds: its waves of calls to DynamoDB, with room for slow ones. */
export const CHECKIN_MILLISECONDS = 100;

/**
 * Lambda executions that a rate of check-ins takes at once: how many begin in a second, times how long each lasts (Little's
 * law). The account's quota has to be at least this, or Lambda refuses requests with 429.
 */
export const neededConcurrency = (checkinsPerSecond: number): number =>
  Math.ceil((checkinsPerSecond * CHECKIN_MILLISECONDS) / 1000);

/** The quota to raise: "Concurrent executions" of AWS Lambda. */
export const CONCURRENCY_QUOTA = 'L-B99A9384';
