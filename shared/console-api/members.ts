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

export const listMembersQuery = v.object(pageQuery);
export type ListMembersQuery = v.InferInput<typeof listMembersQuery>;

/** GET /members */
export const listMembersResponse = v.strictObject({
  items: v.array(memberView),
  next: v.optional(v.string()),
  /** How a member is added: `email` sends an invitation; `subject` names an account of the issuer. */
  addBy: v.picklist(['email', 'subject']),
});
export type ListMembersResponse = v.InferOutput<typeof listMembersResponse>;

/** POST /members: `email` if members are invited; otherwise `subject`, and optionally an address for the list. 201 */
export const addMemberRequest = v.object({
  email: optionalField(fields.email),
  subject: optionalField(fields.subject),
  role: field(fields.role),
});
export type AddMemberRequest = v.InferInput<typeof addMemberRequest>;

/** PATCH /members; 200 with the member. */
export const changeMemberRoleRequest = v.object({ subject: field(fields.subject), role: field(fields.role) });
export type ChangeMemberRoleRequest = v.InferInput<typeof changeMemberRoleRequest>;

/** DELETE /members, with a body; 204. */
export const removeMemberRequest = v.object({ subject: field(fields.subject) });
export type RemoveMemberRequest = v.InferInput<typeof removeMemberRequest>;
