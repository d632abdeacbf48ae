import { callBudgets } from '../../shared/adapters/sdk/call-budget.ts';
import { batchDeadline, consoleDeadline, requestDeadline, syncDeadline } from '../../shared/http/deadline.ts';
import { logGrace } from '../../shared/use-cases/checkin/checkin-log.ts';
import { changeForFile } from './run/change-for-file.ts';

const MINUTE = 60_000;
const patience = {
  abortCallsAfterMilliseconds: MINUTE,
  respondWithinMilliseconds: MINUTE + 1_000,
  functionTimeoutMilliseconds: MINUTE + 3_000,
};

/**
 * For the rest of the test file, lengthens the deadlines of requests, calls and log entries, so that tests pass on a busy
 * machine. Must be called before the functions are loaded. Not for tests of deadlines.
 */
export const usePatientDeadlines = (): void => {
  for (const deadline of [requestDeadline, batchDeadline, syncDeadline, consoleDeadline])
    changeForFile(deadline, patience);
  changeForFile(logGrace, { milliseconds: MINUTE });

  const { request, operator } = callBudgets;
  const requestHandler = { connectionTimeout: MINUTE, requestTimeout: MINUTE, throwOnRequestTimeout: true };
  changeForFile(callBudgets, {
    request: () => ({ ...request(), requestHandler }),
    // For the set-up of tests. A retry of a slow conditional write would fail, because the item already exists.
    operator: () => ({ ...operator(), requestHandler }),
  });
};
