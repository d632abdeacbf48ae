import type * as v from 'valibot';
import { foldEmail, emailRule, idRule, readerRule, uidRule } from '../domain/identifier.ts';
import { ServiceError } from '../domain/service-error.ts';
import type { Identifiers } from '../domain/user.ts';
import { optionalField } from './field.ts';

/** The members that a check-in request and an item of a batch have in common. */
export const checkinFields = {
  id: optionalField(idRule),
  uid: optionalField(uidRule),
  email: optionalField(emailRule),
  date: optionalField({ kind: 'date-time' }),
  notify: optionalField({ kind: 'boolean' }),
  reader: optionalField(readerRule),
};

type Fields = { readonly [Name in keyof typeof checkinFields]?: v.InferOutput<(typeof checkinFields)[Name]> };

const toIdentifiers = ({ id, uid, email }: Fields): Identifiers => {
  const identifiers = {
    ...(typeof id === 'number' && { id }),
    ...(typeof uid === 'string' && { uid }),
    ...(typeof email === 'string' && { email: foldEmail(email) }),
  };
  if (Object.keys(identifiers).length > 0) return identifiers;
  throw new ServiceError('invalid_field', 'no identifier', {
    fieldErrors: [{ field: 'id', fault: { kind: 'identifier-required' } }],
  });
};

/** Turns the members into a command. @throws ServiceError `invalid_field` if none of them identifies a user */
export const toCheckin = (fields: Fields) => ({
  identifiers: toIdentifiers(fields),
  notify: fields.notify === true,
  ...(typeof fields.date === 'number' && { at: fields.date }),
  ...(typeof fields.reader === 'string' && { reader: fields.reader }),
});
