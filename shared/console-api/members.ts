import * as v from 'valibot';
import { field, optionalField } from '../http/field.ts';
import { fields } from '../rules/fields.ts';
import { moment, pageQuery, type RouteSchemas } from './parts.ts';
import { roles } from '../rules/roles.ts';

const memberView = v.strictObject({
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
const invitationView = v.strictObject({
  ...offerView,
  /** An invitation has either an e-mail address or the subject of an account. */
  email: v.optional(v.string()),
  subject: v.optional(v.string()),
});
export type InvitationView = v.InferOutput<typeof invitationView>;

export const memberSchemas = {
  getMe: {
    summary: 'Show the signed-in member',
    response: me,
  },

  listMyInvitations: {
    summary: 'List your invitations',
    description:
      'The open ones for your account, and for its e-mail address if the issuer has verified it. Needs no membership.',
    response: v.strictObject({
      items: v.array(v.strictObject({ ...offerView, companyId: v.string() })),
    }),
  },

  acceptInvitation: {
    summary: 'Accept an invitation',
    description: 'You become a member of the company that invites you. Needs no membership.',
    errors: ['member_exists', 'member_of_another_company', 'too_many_members', 'members_changed'],
    response: me,
  },

  leave: {
    summary: 'Leave your company',
    description: 'Your next request is rejected.',
    // Somebody else can remove the member meanwhile.
    errors: ['member_not_found', 'last_owner', 'members_changed'],
  },

  listMembers: {
    summary: 'List the members of the company',
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

  inviteMember: {
    summary: 'Invite a member',
    description:
      'For 7 days, the person who signs in with the address, verified by the issuer, can accept the invitation. `role` and one of `email` and `subject` are required: send `subject` to invite an account of the issuer. A second invitation for the same person replaces the first.',
    errors: ['member_exists', 'too_many_invitations', 'mail_limit_reached', 'members_changed'],
    body: v.object({
      email: optionalField(fields.email),
      subject: optionalField(fields.subject),
      role: field(fields.role),
    }),
    status: 201,
    response: invitationView,
  },

  resendInvitation: {
    summary: 'Send an invitation again',
    description: 'It is open for 7 days from now.',
    errors: ['mail_limit_reached', 'members_changed'],
    response: invitationView,
  },

  withdrawInvitation: {
    summary: 'Withdraw an invitation',
    errors: ['members_changed'],
  },

  changeMemberRole: {
    summary: 'Change the role of a member',
    errors: ['member_not_found', 'last_owner', 'members_changed'],
    body: v.object({ subject: field(fields.subject), role: field(fields.role) }),
    response: memberView,
  },

  removeMember: {
    summary: 'Remove a member',
    description: 'Their next request is rejected.',
    errors: ['member_not_found', 'last_owner', 'members_changed'],
    body: v.object({ subject: field(fields.subject) }),
  },
} satisfies Record<string, RouteSchemas>;
