import { issuerCalls } from '../../shared/adapters/jwt/oidc-issuer.ts';
import { callBudgets } from '../../shared/adapters/sdk/call-budget.ts';
import { batchDeadline, consoleDeadline, requestDeadline, syncDeadline } from '../../shared/rules/deadline.ts';
import { logGrace } from '../../shared/use-cases/checkin/checkin-log.ts';

const MINUTE = 60_000;
const patience = {
  abortCallsAfterMilliseconds: MINUTE,
  respondWithinMilliseconds: MINUTE + 1_000,
  functionTimeoutMilliseconds: MINUTE + 3_000,
};

/**
 * Lengthens the deadlines of requests, calls and log entries, so that tests pass on a busy
 * machine. Must be called before the functions are loaded. Not for tests of deadlines.
 */
export const usePatientDeadlines = (): void => {
  for (const deadline of [requestDeadline, batchDeadline, syncDeadline, consoleDeadline])
    Object.assign(deadline, patience);
  Object.assign(logGrace, { milliseconds: MINUTE });
  Object.assign(issuerCalls, { timeoutMilliseconds: MINUTE });

  const { request, operator } = callBudgets;
  const requestHandler = { connectionTimeout: MINUTE, requestTimeout: MINUTE, throwOnRequestTimeout: true };
  Object.assign(callBudgets, {
    request: () => ({ ...request(), requestHandler }),
    // For the set-up of tests. A retry of a slow conditional write would fail, because the item already exists.
    operator: () => ({ ...operator(), requestHandler }),
  });
};
