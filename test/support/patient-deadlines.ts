import { callBudgets } from '../../shared/adapters/sdk/call-budget.ts';
import { consoleDeadline, requestDeadline, syncDeadline } from '../../shared/http/deadline.ts';
import { logGrace } from '../../shared/use-cases/checkin/log-writer.ts';

/**
 * Imported before the functions are loaded. Extends the deadlines of requests, calls and log entries, so that tests pass on a
 * busy machine. Not for tests of deadlines.
 */
const MINUTE = 60_000;
const patience = {
  abortCallsAfterMilliseconds: MINUTE,
  respondWithinMilliseconds: MINUTE + 1_000,
  functionTimeoutMilliseconds: MINUTE + 3_000,
};
Object.assign(requestDeadline, patience);
Object.assign(syncDeadline, patience);
Object.assign(consoleDeadline, patience);
Object.assign(logGrace, { milliseconds: MINUTE });

const { request, operator } = callBudgets;
const requestHandler = { connectionTimeout: MINUTE, requestTimeout: MINUTE, throwOnRequestTimeout: true };
Object.assign(callBudgets, {
  request: () => ({ ...request(), requestHandler }),
  // The same for a test's own preparation: a write that the SDK repeats may find its item already written.
  operator: () => ({ ...operator(), requestHandler }),
});
