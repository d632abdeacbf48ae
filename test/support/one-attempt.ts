import { ConfiguredRetryStrategy } from '@smithy/core/retry';
import { callBudgets } from '../../shared/adapters/sdk/call-budget.ts';
import { changeForFile } from './run/change-for-file.ts';

/** Until the end of the test file, commands report at once that a service is unavailable, not after eight attempts in three seconds. */
export const useOneAttempt = (): void => {
  const { operator } = callBudgets;
  changeForFile(callBudgets, {
    operator: () => ({ ...operator(), retryStrategy: new ConfiguredRetryStrategy(1, 0), maxAttempts: 1 }),
  });
};
