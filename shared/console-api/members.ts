import * as v from 'valibot';
import { field, optionalField } from '../http/field.ts';
import { fields } from '../rules/fields.ts';
import { moment, pageQuery, type RouteSchemas } from './parts.ts';
import { roles } from '../rules/roles.ts';

export const memberView = v.strictObject({
  /** `sub` of the member's tokens. */
  subject: v.string(),
  email: v.optional(v.string()),
  role: v.picklist(roles),
  createdAt: moment,
});
export type MemberView = v.InferOutput<typeof memberView>;

const me = v.strictObject({
  subject: v.string(),
  email: v.optional(v.string()),
  companyId: v.string(),
  role: v.picklist(roles),
});
export type Me = v.InferOutput<typeof me>;

const offerView = {
  id: v.string(),
  role: v.picklist(roles),
  /** Address or subject of the member who invites, or `operator` if the invitation comes from the command line. */
  invitedBy: v.string(),
  endsAt: moment,
};

/** An invitation, which is open until `endsAt`. */
export const invitationView = v.strictObject({
  ...offerView,
  /** An invitation has either an e-mail address or the subject of an account. */
  email: v.optional(v.string()),
  subject: v.optional(v.string()),
});
export type InvitationView = v.InferOutput<typeof invitationView>;

export const memberSchemas = {
  getMe: { response: me },

  /** The open ones for the caller's account, and for its e-mail address if the issuer has verified it. */
  listMyInvitations: {
    response: v.strictObject({
      items: v.array(v.strictObject({ ...offerView, companyId: v.string() })),
    }),
  },

  /** The caller becomes a member of the company that sent the invitation. */
  acceptInvitation: { response: me },

  /** The caller's next request is rejected. */
  leave: {},

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

  /**
   * For 7 days, a person who signs in with the address, verified by the issuer, can accept the invitation. `role` and one
   * of `email` and `subject` are required: send `subject` to invite an account of the issuer. A second invitation for the
   * same person replaces the first.
   */
  inviteMember: {
    body: v.object({
      email: optionalField(fields.email),
      subject: optionalField(fields.subject),
      role: field(fields.role),
    }),
    status: 201,
    response: invitationView,
  },

  /** Restarts the 7 days. */
  resendInvitation: { response: invitationView },

  withdrawInvitation: {},

  changeMemberRole: {
    body: v.object({ subject: field(fields.subject), role: field(fields.role) }),
    response: memberView,
  },

  /** The removed member's next request is rejected. */
  removeMember: {
    body: v.object({ subject: field(fields.subject) }),
  },
} satisfies Record<string, RouteSchemas>;
