import * as v from 'valibot';
import { clearableField, field, optionalField } from '../http/field.ts';
import { fields } from '../rules/fields.ts';
import { count, pageOf, userId } from './response-parts.ts';
import { pageQuery } from './page-query.ts';

export const userView = v.strictObject({
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

/**
 * POST /users/search finds users by `q`: an id, or the beginning of a badge, of an e-mail address or of words of a name. Case
 * and accents are ignored. Without any field, it lists everybody, sorted by name. As in version 1.1, it also finds users by
 * their exact `id`, `uid` or `email`, or by `prefix`, the beginning of one of these.
 */
export const searchUsersRequest = v.object({
  ...pageQuery,
  q: optionalField(fields.search),
  id: optionalField(fields.userId),
  uid: optionalField(fields.uid),
  email: optionalField(fields.email),
  prefix: optionalField(fields.search),
});
export type SearchUsersRequest = v.InferInput<typeof searchUsersRequest>;
export const searchUsersResponse = pageOf(userView);
export type SearchUsersResponse = v.InferOutput<typeof searchUsersResponse>;

/** GET and PATCH /users/{userId}. `etag`: the header ETag. */
export const personView = v.strictObject({ ...userView.entries, etag: v.string() });
export type PersonView = v.InferOutput<typeof personView>;

/**
 * PATCH /users/{userId}. An omitted field stays as it is, and `null` clears a field. `uids` replaces all badges. `uid` alone
 * replaces the first badge. With both, `uid` must be in `uids` and becomes the first badge.
 */
export const updateUserRequest = v.object({
  name: clearableField(fields.personName),
  uid: clearableField(fields.uid),
  uids: clearableField(fields.uids),
  email: clearableField(fields.email),
  language: clearableField(fields.language),
});
export type UpdateUserRequest = v.InferInput<typeof updateUserRequest>;

/** DELETE /users/{userId} */
export const removeUserResponse = v.strictObject({
  companyId: v.string(),
  userId,
  removed: v.strictObject({ bookings: count, logEntries: count }),
});
export type RemoveUserResponse = v.InferOutput<typeof removeUserResponse>;

/** GET /users/{userId}/export */
export const exportUserResponse = v.record(v.string(), v.unknown());
export type ExportUserResponse = v.InferOutput<typeof exportUserResponse>;

/** PUT and DELETE /users/{userId}/devices; 200 with the user. */
export const deviceRequest = v.object({ endpointArn: field(fields.endpointArn) });
