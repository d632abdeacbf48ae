import { callBudgets } from '../../shared/adapters/sdk/call-budget.ts';
import { consoleDeadline, requestDeadline, syncDeadline } from '../../shared/http/deadline.ts';
import { logGrace } from '../../shared/use-cases/checkin/log-writer.ts';

/**
 * Imported before the functions load: their requests, each call of them, and their log entries may take as long as on a
 * busy machine. For tests of everything but deadlines.
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
  // What a test prepares is not to be repeated either, for a repeated write may find itself done.
  operator: () => ({ ...operator(), requestHandler }),
});
