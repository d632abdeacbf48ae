import * as v from 'valibot';
import { field, optionalField } from '../http/field.ts';
import { fields } from '../rules/fields.ts';
import { pageQuery } from './page-query.ts';
import { moment } from './response-parts.ts';
import { roles } from '../rules/roles.ts';

const memberView = v.strictObject({
  /** `sub` of the member's tokens. */
  subject: v.string(),
  email: v.optional(v.string()),
  role: v.picklist(roles),
  createdAt: moment,
});
export type MemberView = v.InferOutput<typeof memberView>;

/** An invitation, which is open until `endsAt`. */
const invitationView = v.strictObject({
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

export const memberSchemas = {
  listMembers: {
    query: v.object(pageQuery),
    response: v.strictObject({
      items: v.array(memberView),
      next: v.optional(v.string()),
      /** Each page lists all invitations. */
      invitations: v.array(invitationView),
      /** Whether the issuer mails a temporary password to addresses without an account. */
      sendsMail: v.boolean(),
    }),
  },

  /** For any address or subject. Replaces an earlier invitation for the same person. */
  inviteMember: {
    body: v.object({
      email: optionalField(fields.email),
      subject: optionalField(fields.subject),
      role: field(fields.role),
    }),
    status: 201,
    response: invitationView,
  },

  resendInvitation: { response: invitationView },

  withdrawInvitation: {},

  changeMemberRole: {
    body: v.object({ subject: field(fields.subject), role: field(fields.role) }),
    response: memberView,
  },

  removeMember: { body: v.object({ subject: field(fields.subject) }) },
};
