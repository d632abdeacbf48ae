import { ConfiguredRetryStrategy } from '@smithy/core/retry';

const BASE_DELAY_MILLISECONDS = 40;
const LONGEST_DELAY_MILLISECONDS = 2_000;

/**
 * Exponential back-off with full jitter (AWS Architecture Blog, "Exponential Backoff And Jitter").
 * @param attempt 0 for at most 40 ms, 1 for at most 80 ms, and so on; the SDK begins with 1
 */
export const backOffMilliseconds = (attempt: number): number =>
  Math.random() * Math.min(LONGEST_DELAY_MILLISECONDS, BASE_DELAY_MILLISECONDS * 2 ** attempt);

/** Returns a function, so that each client gets its own retry strategy. With one strategy, they would share its quota. */
const budgetOf = (connectionTimeout: number, requestTimeout: number, attempts: number) => () => ({
  // The SDK's default is no time limit for a response.
  requestHandler: { connectionTimeout, requestTimeout, throwOnRequestTimeout: true },
  retryStrategy: new ConfiguredRetryStrategy(attempts, backOffMilliseconds),
  maxAttempts: attempts,
});

/** The timeouts, in milliseconds, and the retries of one call. */
export type CallBudget = ReturnType<ReturnType<typeof budgetOf>>;

export const callBudgets = {
  /** For a request whose caller waits. The deadline of the request might end the call earlier. */
  request: budgetOf(500, 1_000, 4),
  /** For a call for which nobody waits, such as a push. */
  background: budgetOf(1_000, 3_000, 4),
  /** For an operator's command, which should wait rather than fail. */
  operator: budgetOf(2_000, 5_000, 8),
  /** For a call that sends an e-mail. A second attempt might send a second e-mail, because the first may only have been slow. */
  mail: budgetOf(2_000, 5_000, 1),
} as const;
