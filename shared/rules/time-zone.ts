/**
 * Three-letter abbreviations such as `PST` or `IST`, which `Intl` knows and Temporal rejects, because they are ambiguous. The
 * exceptions are names of the IANA time zone database.
 */
const ABBREVIATION = /^(?!(?:CE|EE|ES|GM|HS|ME|MS|UC|WE)T$)[A-Z]{2}T$/i;

const CHARACTERS = /^[\w+\-/:]+$/;

/** Whether Temporal accepts the name or offset of a time zone, such as `Europe/Berlin` or `+01:00`. Takes nothing but `Intl`. */
export const isTimeZone = (value: unknown): boolean => {
  if (typeof value !== 'string' || !CHARACTERS.test(value) || ABBREVIATION.test(value)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
};
