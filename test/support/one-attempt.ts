import { ConfiguredRetryStrategy } from '@smithy/core/retry';
import { callBudgets } from '../../shared/adapters/sdk/call-budget.ts';
import { changeForFile } from './run/change-for-file.ts';

/** Limits commands to one attempt instead of eight, which take three seconds, until the end of the test file. */
export const useOneAttempt = (): void => {
  const { operator } = callBudgets;
  changeForFile(callBudgets, {
    operator: () => ({ ...operator(), retryStrategy: new ConfiguredRetryStrategy(1, 0), maxAttempts: 1 }),
  });
};
