import * as v from 'valibot';
import { moment } from './response-parts.ts';
import { roles } from '../rules/roles.ts';

const me = v.strictObject({
  subject: v.string(),
  email: v.optional(v.string()),
  companyId: v.string(),
  role: v.picklist(roles),
});
export type Me = v.InferOutput<typeof me>;

export const meSchemas = {
  getMe: { response: me },

  /** Open invitations for the account, or for its verified address. */
  listMyInvitations: {
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

  acceptInvitation: { response: me },

  leave: {},
};
