import type { Context } from 'aws-lambda';

/** To report its failures, a function must return before its timeout. */
const TIME_TO_RESPOND_MILLISECONDS = 2_000;

export const deadlineOf = (context: Context): AbortSignal =>
  AbortSignal.timeout(Math.max(0, context.getRemainingTimeInMillis() - TIME_TO_RESPOND_MILLISECONDS));
