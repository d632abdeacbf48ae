import * as v from 'valibot';
import { moment } from './response-parts.ts';
import { roles } from '../rules/roles.ts';

/** GET /me */
export const meResponse = v.strictObject({
  subject: v.string(),
  email: v.optional(v.string()),
  companyId: v.string(),
  role: v.picklist(roles),
});
export type MeResponse = v.InferOutput<typeof meResponse>;

/** GET /me/invitations: open invitations for the account, or for its verified address. */
export const listMyInvitationsResponse = v.strictObject({
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
});
export type ListMyInvitationsResponse = v.InferOutput<typeof listMyInvitationsResponse>;
export type MyInvitation = ListMyInvitationsResponse['items'][number];
