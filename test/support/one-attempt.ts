import { ConfiguredRetryStrategy } from '@smithy/core/retry';
import { callBudgets } from '../../shared/adapters/sdk/call-budget.ts';
import { changeForFile } from './run/change-for-file.ts';

/** For the rest of the test file, limits the calls of commands to one attempt, because the usual eight take three seconds. */
export const useOneAttempt = (): void => {
  const { operator } = callBudgets;
  changeForFile(callBudgets, {
    operator: () => ({ ...operator(), retryStrategy: new ConfiguredRetryStrategy(1, 0), maxAttempts: 1 }),
  });
};
