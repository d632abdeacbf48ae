import { callBudgets } from '../../shared/adapters/sdk/call-budget.ts';
import { requestDeadline, syncDeadline } from '../../shared/http/deadline.ts';

/**
 * Imported before the functions load: their requests, and each call of them, may take as long as on a busy machine. For tests
 * of everything but deadlines.
 */
const MINUTE = 60_000;
const patience = {
  abortCallsAfterMilliseconds: MINUTE,
  respondWithinMilliseconds: MINUTE + 1_000,
  functionTimeoutMilliseconds: MINUTE + 3_000,
};
Object.assign(requestDeadline, patience);
Object.assign(syncDeadline, patience);

const { request } = callBudgets;
Object.assign(callBudgets, {
  request: () => ({
    ...request(),
    requestHandler: { connectionTimeout: MINUTE, requestTimeout: MINUTE, throwOnRequestTimeout: true },
  }),
});
