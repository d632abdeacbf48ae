import { validateText, type Problem } from './identifier.ts';

/** An error message for an invalid company id. */
export const validateCompanyId = (value: unknown): Problem => validateText(value, 1, 64);

/** An error message for an invalid name of a place or API client. */
export const validateName = (value: unknown): Problem => validateText(value, 1, 256);
