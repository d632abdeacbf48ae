import * as v from 'valibot';
import { moment, type RouteSchemas } from './parts.ts';
import { roles } from '../rules/roles.ts';

const me = v.strictObject({
  subject: v.string(),
  email: v.optional(v.string()),
  companyId: v.string(),
  role: v.picklist(roles),
});
export type Me = v.InferOutput<typeof me>;

export const meSchemas = {
  getMe: {
    summary: 'Show the signed-in member',
    response: me,
  },

  listMyInvitations: {
    summary: 'List your invitations',
    description:
      'The open ones for your account, and for its e-mail address if the issuer has verified it. Needs no membership.',
    response: v.strictObject({
      items: v.array(
        v.strictObject({
          id: v.string(),
          companyId: v.string(),
          role: v.picklist(roles),
          /** Address or subject of the member who invites, or `operator` if the invitation comes from the command line. */
          invitedBy: v.string(),
          endsAt: moment,
        }),
      ),
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
} satisfies Record<string, RouteSchemas>;
