import { validateText, type Problem } from './identifier.ts';

/** What is wrong with a company's id, on a line of an import as in an option. */
export const validateCompanyId = (value: unknown): Problem => validateText(value, 1, 64);

/** What is wrong with the name of a place or of an API client. */
export const validateName = (value: unknown): Problem => validateText(value, 1, 256);
