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

/** GET /me/invitations: the open invitations for the account, and for its address if the issuer has verified it. */
export const listMyInvitationsResponse = v.strictObject({
  items: v.array(
    v.strictObject({
      id: v.string(),
      companyId: v.string(),
      role: v.picklist(roles),
      /** The address or subject of the member who invites; `operator` for the command line. */
      invitedBy: v.string(),
      endsAt: moment,
    }),
  ),
});
export type ListMyInvitationsResponse = v.InferOutput<typeof listMyInvitationsResponse>;
export type MyInvitation = ListMyInvitationsResponse['items'][number];
