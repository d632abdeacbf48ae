import { optionalField } from '../http/field.ts';
import { fields } from '../rules/fields.ts';

export const pageQuery = {
  limit: optionalField(fields.pageLimit),
  next: optionalField(fields.cursor),
};
