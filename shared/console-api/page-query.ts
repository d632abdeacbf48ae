import { optionalField } from '../http/field.ts';
import { fields } from '../rules/fields.ts';

/** Members of the query of every list. */
export const pageQuery = {
  limit: optionalField(fields.pageLimit),
  next: optionalField(fields.cursor),
};
