import { faultOfText, type Fault } from './identifier.ts';

/** What is wrong with a company's id, on a line of an import as in an option. */
export const faultOfCompanyId = (value: unknown): Fault => faultOfText(value, 1, 64);

/** What is wrong with the name of a place or of an API client. */
export const faultOfName = (value: unknown): Fault => faultOfText(value, 1, 256);
