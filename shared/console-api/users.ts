import * as v from 'valibot';
import { clearableField, field, optionalField } from '../http/field.ts';
import { fields } from '../rules/fields.ts';
import { count, pageOf, userId } from './response-parts.ts';
import { pageQuery } from './page-query.ts';

const userView = v.strictObject({
  companyId: v.string(),
  id: userId,
  name: v.optional(v.string()),
  /** The first badge. */
  uid: v.optional(v.string()),
  /** All badges. */
  uids: v.array(v.string()),
  email: v.optional(v.string()),
  /** A language tag, such as `pt-BR`. */
  language: v.optional(v.string()),
  /** SNS platform endpoint ARNs. */
  devices: v.array(v.string()),
});
export type UserView = v.InferOutput<typeof userView>;

/** A user with their ETag. */
const personView = v.strictObject({ ...userView.entries, etag: v.string() });
export type PersonView = v.InferOutput<typeof personView>;

const changeDevice = { body: v.object({ endpointArn: field(fields.endpointArn) }), response: personView };

export const userSchemas = {
  /**
   * Finds users by `q`: an id, or the beginning of a badge, of an e-mail address or of words of a name. Case and accents are
   * ignored. Without any field, it lists everybody, sorted by name. As in version 1.1, it also finds users by their exact
   * `id`, `uid` or `email`, or by `prefix`, the beginning of one of these.
   */
  searchUsers: {
    body: v.object({
      ...pageQuery,
      q: optionalField(fields.search),
      id: optionalField(fields.userId),
      uid: optionalField(fields.uid),
      email: optionalField(fields.email),
      prefix: optionalField(fields.search),
    }),
    response: pageOf(userView),
  },

  getUser: { response: personView },

  /**
   * An omitted field stays as it is, and `null` clears a field. `uids` replaces all badges. `uid` alone replaces the first
   * badge. With both, `uid` must be in `uids` and becomes the first badge.
   */
  updateUser: {
    body: v.object({
      name: clearableField(fields.personName),
      uid: clearableField(fields.uid),
      uids: clearableField(fields.uids),
      email: clearableField(fields.email),
      language: clearableField(fields.language),
    }),
    response: personView,
  },

  removeUser: {
    response: v.strictObject({
      companyId: v.string(),
      userId,
      removed: v.strictObject({ bookings: count, logEntries: count }),
    }),
  },

  exportUser: { response: v.record(v.string(), v.unknown()) },

  addDevice: changeDevice,
  removeDevice: changeDevice,
};
