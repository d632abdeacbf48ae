import type { ConsoleErrorCode } from '../console-api/errors.ts';

/** What an error is about: ids, names, numbers and moments in milliseconds since the Unix epoch. */
export type ErrorDetails = Readonly<Record<string, string | number>>;

/** What the console's API says of each error, in one language: what is wrong, and what to do. */
export type ConsoleMessages = Readonly<Record<ConsoleErrorCode, (details: ErrorDetails) => string>>;
