import type * as v from 'valibot';
import { invalidField } from '../domain/service-error.ts';
import type { Identifiers } from '../domain/user.ts';
import { fields } from '../rules/fields.ts';
import { optionalField } from './field.ts';
import { defined } from '../domain/defined.ts';

/** The fields that a check-in request and an item of a batch have in common. */
export const checkinFields = {
  id: optionalField(fields.userId),
  uid: optionalField(fields.uid),
  email: optionalField(fields.email),
  date: optionalField(fields.dateTime),
  notify: optionalField(fields.flag),
  reader: optionalField(fields.reader),
};

type Fields = { readonly [Name in keyof typeof checkinFields]?: v.InferOutput<(typeof checkinFields)[Name]> };

const toIdentifiers = ({ id, uid, email }: Fields): Identifiers => {
  const identifiers = { id: id ?? undefined, uid: uid ?? undefined, email: email ?? undefined };
  if (Object.values(identifiers).some((one) => one !== undefined)) return defined(identifiers);
  throw invalidField('id', { kind: 'identifier-required' }, 'no identifier');
};

/** @throws ServiceError `invalid_field` if there is no identifier */
export const toCheckin = (values: Fields) =>
  defined({
    identifiers: toIdentifiers(values),
    notify: values.notify === true,
    at: values.date ?? undefined,
    reader: values.reader ?? undefined,
  });
