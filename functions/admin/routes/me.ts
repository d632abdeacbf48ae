import type { ListMyInvitationsResponse, MeResponse } from '../../../shared/console-api/me.ts';
import { formatDateTime } from '../../../shared/domain/instant.ts';
import { readBearerToken } from '../../../shared/http/read-bearer-token.ts';
import { leaveCompany } from '../../../shared/use-cases/members/change-members.ts';
import type { Membership } from '../../../shared/use-cases/members/find-member.ts';
import {
  acceptInvitation as accept,
  listOffers,
  nameOfInviter,
  type SignedIn,
} from '../../../shared/use-cases/members/invitations.ts';
import type { AccountContext, AccountRouteHandler, RouteHandler } from '../route-context.ts';

const toView = ({ companyId, member: { subject, email, role } }: Membership): MeResponse => ({
  subject,
  ...(email !== undefined && { email }),
  companyId,
  role,
});

/** GET /me */
export const getMe: RouteHandler = async (context) => ({ statusCode: 200, body: toView(context) });

/** The account of the token. Its verified address is requested each time, because it can change. */
const findAccount = async ({ findVerifiedEmail, request, identity }: AccountContext): Promise<SignedIn> => ({
  ...identity,
  verifiedEmail: await findVerifiedEmail(readBearerToken(request), identity),
});

/** GET /me/invitations */
export const listMyInvitations: AccountRouteHandler = async (context) => {
  const offers = await listOffers(context, await findAccount(context));
  const body: ListMyInvitationsResponse = {
    items: offers.map((offer) => ({
      id: offer.id,
      companyId: offer.companyId,
      role: offer.role,
      invitedBy: nameOfInviter(offer),
      endsAt: formatDateTime(offer.endsAt),
    })),
  };
  return { statusCode: 200, body };
};

/** POST /me/invitations/{invitationId}/accept */
export const acceptInvitation: AccountRouteHandler = async (context) => {
  const membership = await accept(context, await findAccount(context), context.params['invitationId'] ?? '');
  return { statusCode: 200, body: toView(membership) };
};

/** DELETE /me/membership */
export const leave: RouteHandler = async (context) => {
  await leaveCompany(context, context.companyId, context.identity);
  return { statusCode: 204 };
};
