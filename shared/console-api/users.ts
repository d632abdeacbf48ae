import * as v from 'valibot';
import { clearableFields, field, optionalField } from '../http/field.ts';
import { fields } from '../rules/fields.ts';
import { userRules } from '../rules/records.ts';
import { attributesBy, count, pageOf, userId, pageQuery, type RouteSchemas } from './parts.ts';

export const userView = v.strictObject({
  companyId: v.string(),
  id: userId,
  ...attributesBy(userRules),
  /** All badges; `uid` is the first. */
  uids: v.array(v.string()),
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
   * By `q`, which may be an id, or the beginning of a badge, an e-mail address or words of a name, in any case and without
   * accents; several words must all match. Without `q`: everybody by name. A page can be short or empty and still have `next`.
   */
  searchUsers: {
    body: v.object({ ...pageQuery, q: optionalField(fields.search) }),
    response: pageOf(userView),
  },

  getUser: { response: personView },

  /**
   * Fields that are omitted stay as they are; `null` clears a field. `uids` replaces all badges. `uid` alone replaces the first
   * badge and keeps the others; with `uids`, it must be one of them, and becomes the first. 409 if another user has the
   * badge or address: take it from that user first.
   */
  updateUser: {
    body: v.object(clearableFields(userRules)),
    response: personView,
  },

  /**
   * Also removes the user’s identifiers, devices, bookings and check-in entries of the log. Administrative entries stay.
   */
  removeUser: {
    response: v.strictObject({
      companyId: v.string(),
      userId,
      removed: v.strictObject({ bookings: count, logEntries: count }),
    }),
  },

  exportUser: {
    response: v.record(v.string(), v.unknown()),
  },

  /**
   * A device belongs to one person: if somebody else in the company had it, it moves, and `movedFrom` is that person’s id.
   * 409 `device_taken` if another company has it, which the message does not say.
   */
  addDevice: {
    ...changeDevice,
    response: v.strictObject({ ...personView.entries, movedFrom: v.optional(userId) }),
  },
  removeDevice: {
    ...changeDevice,
  },
} satisfies Record<string, RouteSchemas>;
