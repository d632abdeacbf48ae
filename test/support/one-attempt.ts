import { ConfiguredRetryStrategy } from '@smithy/core/retry';
import { callBudgets } from '../../shared/adapters/sdk/call-budget.ts';

/** Limits the calls of commands to one attempt, because the usual eight take three seconds. */
export const useOneAttempt = (): void => {
  const { operator } = callBudgets;
  Object.assign(callBudgets, {
    operator: () => ({ ...operator(), retryStrategy: new ConfiguredRetryStrategy(1, 0), maxAttempts: 1 }),
  });
};
