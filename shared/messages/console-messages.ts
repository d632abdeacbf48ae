import type { ConsoleErrorCode } from '../rules/errors.ts';

/** The details of an error: ids, names, numbers, and moments in milliseconds since the Unix epoch. */
export type ErrorDetails = Readonly<Record<string, string | number | undefined>>;

/** The message of each error of the console's API, in one language: what is wrong and what to do. */
export type ConsoleMessages = Readonly<Record<ConsoleErrorCode, (details: ErrorDetails) => string>>;
