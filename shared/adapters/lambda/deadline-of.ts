import type { Context } from 'aws-lambda';

/** A function that reads a stream must return before its timeout, to report which records failed. */
const TIME_TO_RESPOND_MILLISECONDS = 2_000;

/** Aborts the calls of a function in time to report what they had not done. */
export const deadlineOf = (context: Context): AbortSignal =>
  AbortSignal.timeout(Math.max(0, context.getRemainingTimeInMillis() - TIME_TO_RESPOND_MILLISECONDS));
