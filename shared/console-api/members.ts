import * as v from 'valibot';
import { field, optionalField } from '../http/field.ts';
import { fields } from '../rules/fields.ts';
import { pageQuery } from './page-query.ts';
import { moment } from './response-parts.ts';
import { roles } from '../rules/roles.ts';

export const memberView = v.strictObject({
  /** `sub` of the member's tokens. */
  subject: v.string(),
  email: v.optional(v.string()),
  role: v.picklist(roles),
  createdAt: moment,
});
export type MemberView = v.InferOutput<typeof memberView>;

/** An invitation, which is open until `endsAt`. */
export const invitationView = v.strictObject({
  id: v.string(),
  /** An invitation has either an e-mail address or the subject of an account. */
  email: v.optional(v.string()),
  subject: v.optional(v.string()),
  role: v.picklist(roles),
  /** Address or subject of the member who invites, or `operator` if the invitation comes from the command line. */
  invitedBy: v.string(),
  endsAt: moment,
});
export type InvitationView = v.InferOutput<typeof invitationView>;

export const listMembersQuery = v.object(pageQuery);

/** GET /members */
export const listMembersResponse = v.strictObject({
  items: v.array(memberView),
  next: v.optional(v.string()),
  /** Each page lists all invitations. */
  invitations: v.array(invitationView),
  /** Whether the issuer mails a temporary password to addresses without an account. */
  sendsMail: v.boolean(),
});
export type ListMembersResponse = v.InferOutput<typeof listMembersResponse>;

/** POST /members: 201 with the invitation, for any address or subject. Replaces an earlier invitation for the same person. */
export const inviteMemberRequest = v.object({
  email: optionalField(fields.email),
  subject: optionalField(fields.subject),
  role: field(fields.role),
});
export type InviteMemberRequest = v.InferInput<typeof inviteMemberRequest>;

/** PATCH /members; 200 with the member. */
export const changeMemberRoleRequest = v.object({ subject: field(fields.subject), role: field(fields.role) });
export type ChangeMemberRoleRequest = v.InferInput<typeof changeMemberRoleRequest>;

/** DELETE /members, with a body; 204. */
export const removeMemberRequest = v.object({ subject: field(fields.subject) });
