import { optionalField } from '../http/field.ts';

/** Members of the query of every list. `limit` is the greatest number of items in the response. */
export const pageQuery = {
  limit: optionalField({ kind: 'integer', least: 1, greatest: 100 }),
  next: optionalField({ kind: 'text', shortest: 1, longest: 4096 }),
};
