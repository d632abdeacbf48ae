import type { Me } from '../../../shared/console-api/me.ts';
import { formatDateTime } from '../../../shared/domain/instant.ts';
import { readBearerToken } from '../../../shared/http/api-request.ts';
import { leaveCompany, type Membership } from '../../../shared/use-cases/members/change-members.ts';
import {
  acceptInvitation as accept,
  listOffers,
  nameOfInviter,
  type SignedIn,
} from '../../../shared/use-cases/members/invitations.ts';
import type { AccountContext, RouteHandler } from '../route-context.ts';

const toView = ({ companyId, member: { subject, email, role } }: Membership): Me => ({
  subject,
  email,
  companyId,
  role,
});

export const getMe: RouteHandler<'getMe'> = async (context) => toView(context);

/** Returns the caller's account. Requests the verified e-mail address each time, because the address can change. */
const findAccount = async ({ findVerifiedEmail, request, identity }: AccountContext): Promise<SignedIn> => ({
  ...identity,
  verifiedEmail: await findVerifiedEmail(readBearerToken(request), identity),
});

export const listMyInvitations: RouteHandler<'listMyInvitations'> = async (context) => {
  const offers = await listOffers(context, await findAccount(context));
  const items = offers.map((offer) => {
    const { id, companyId, role, endsAt } = offer;
    return { id, companyId, role, invitedBy: nameOfInviter(offer), endsAt: formatDateTime(endsAt) };
  });
  return { items };
};

export const acceptInvitation: RouteHandler<'acceptInvitation'> = async (context) => {
  const membership = await accept(context, await findAccount(context), context.params['invitationId'] ?? '');
  return toView(membership);
};

export const leave: RouteHandler<'leave'> = async (context) => {
  await leaveCompany(context, context.companyId, context.identity);
};
