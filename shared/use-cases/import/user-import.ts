import * as v from 'valibot';
import { validateEmail, validateId, validateUid } from '../../domain/identifier.ts';
import { type UserStore, foldEmail, type User } from '../../domain/user.ts';
import { validateCompanyId } from '../../domain/validate-text.ts';
import { number, optionalText, parseFields, text } from './field.ts';
import type { ImportKind } from './import-kind.ts';

type UserLine = Omit<User, 'devices'>;

const schema = v.object({
  companyId: text(validateCompanyId),
  id: number(validateId),
  uid: optionalText(validateUid),
  email: optionalText(validateEmail),
});

const toUser = (fields: v.InferOutput<typeof schema>): UserLine => ({
  ...fields,
  ...(fields.email !== undefined && { email: foldEmail(fields.email) }),
});

export const parseUser: ImportKind<UserLine>['parse'] = (fields) => {
  const parsed = parseFields(schema, fields);
  return 'reason' in parsed ? parsed : { item: toUser(parsed.fields) };
};

/** Users, with what is unique about each of them. */
export const makeUserImport = (users: UserStore): ImportKind<UserLine> => ({
  columns: { required: [['companyId', 'id']], optional: ['uid', 'email'], numeric: ['id'] },
  parse: parseUser,
  keysOf: ({ companyId, id, uid, email }) => [
    JSON.stringify([companyId, id]),
    ...(uid === undefined ? [] : [JSON.stringify([companyId, 'uid', uid])]),
    ...(email === undefined ? [] : [JSON.stringify([companyId, 'email', email])]),
  ],
  save: (user) => users.save(user),
});
