import type { ConsoleErrorCode } from '../rules/errors.ts';

/** Ids, names, numbers, and times in milliseconds since the Unix epoch. */
export type ErrorDetails = Readonly<Record<string, string | number | undefined>>;

/** Messages in one language. Each says what is wrong and what to do. */
export type ConsoleMessages = Readonly<Record<ConsoleErrorCode, (details: ErrorDetails) => string>>;
