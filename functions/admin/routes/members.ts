import * as v from 'valibot';
import type { InvitationView, Me, MemberView } from '../../../shared/console-api/members.ts';
import type { FieldsOf } from '../../../shared/console-api/schemas.ts';
import { formatDateTime } from '../../../shared/domain/instant.ts';
import type { Invitation, Invitee, Member, Roster } from '../../../shared/domain/roster.ts';
import { invalidField } from '../../../shared/domain/service-error.ts';
import { readBearerToken } from '../../../shared/http/api-request.ts';
import * as useCases from '../../../shared/use-cases/members/change-members.ts';
import {
  acceptInvitation as accept,
  invite,
  inviterIn,
  listOffers,
  nameOfInviter,
  resendInvitation as resend,
  withdrawInvitation as withdraw,
  type SignedIn,
} from '../../../shared/use-cases/members/invitations.ts';
import { readPage, slicePage } from '../paging.ts';
import type { AccountContext, RouteContext, RouteHandler } from '../route-context.ts';

const toView = ({ subject, email, role, createdAt }: Member): MemberView => ({
  subject,
  email,
  role,
  createdAt: formatDateTime(createdAt),
});

/** Identifies a member by their subject. The issuer is that of the caller's token. */
const identityOf = ({ identity }: RouteContext, subject: string) => ({ issuer: identity.issuer, subject });

/** Lets a change be written only if the caller is still an owner at that time. */
const asOwner = (context: RouteContext) => ({ ...context, owner: context.identity });

const toInvitationView = (invitation: Invitation, roster: Roster): InvitationView => {
  const { id, invitee, role, endsAt } = invitation;
  const invitedBy = nameOfInviter({ ...invitation, ...inviterIn(roster, invitation) });
  return { id, ...invitee, role, invitedBy, endsAt: formatDateTime(endsAt) };
};

export const listMembers: RouteHandler<'listMembers'> = async (context, query) => {
  const page = readPage(context, query, v.string());
  const roster = await context.members.findRoster(context.companyId);
  return {
    ...slicePage(roster.members.map(toView), page, ({ createdAt, subject }) => `${createdAt} ${subject}`),
    invitations: roster.invitations.map((one) => toInvitationView(one, roster)),
    sendsMail: context.sendInvitation !== undefined,
  };
};

/** @throws ServiceError `invalid_field` */
const readInvitee = ({ email, subject }: Pick<FieldsOf<'inviteMember'>, 'email' | 'subject'>): Invitee => {
  if (subject) return { subject };
  if (email) return { email };
  throw invalidField('email', { kind: 'required' }, 'no address');
};

/** E-mails the invited person, if the deployment sends mail. @returns the invitation in its current state */
const announce = async (context: RouteContext, invitation: Invitation): Promise<InvitationView> => {
  const { invitee } = invitation;
  if ('email' in invitee) await context.sendInvitation?.(invitee.email);
  return toInvitationView(invitation, await context.members.findRoster(context.companyId));
};

export const inviteMember: RouteHandler<'inviteMember'> = async (context, { role, ...inviteeFields }) => {
  const target = { issuer: context.identity.issuer, invitee: readInvitee(inviteeFields), role };
  const invitation = await invite(asOwner(context), context.companyId, target);
  return announce(context, invitation);
};

const invitationIdOf = ({ params }: AccountContext): string => params['invitationId'] ?? '';

export const resendInvitation: RouteHandler<'resendInvitation'> = async (context) => {
  const invitation = await resend(asOwner(context), context.companyId, invitationIdOf(context));
  return announce(context, invitation);
};

export const withdrawInvitation: RouteHandler<'withdrawInvitation'> = async (context) => {
  await withdraw(asOwner(context), context.companyId, invitationIdOf(context));
};

export const changeMemberRole: RouteHandler<'changeMemberRole'> = async (context, { subject, role }) => {
  const identity = identityOf(context, subject);
  const member = await useCases.changeMemberRole(asOwner(context), context.companyId, identity, role);
  return toView(member);
};

export const removeMember: RouteHandler<'removeMember'> = async (context, { subject }) => {
  await useCases.removeMember(asOwner(context), context.companyId, identityOf(context, subject));
};

const toMe = ({ companyId, member: { subject, email, role } }: useCases.Membership): Me => ({
  subject,
  email,
  companyId,
  role,
});

export const getMe: RouteHandler<'getMe'> = async (context) => toMe(context);

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
  const membership = await accept(context, await findAccount(context), invitationIdOf(context));
  return toMe(membership);
};

export const leave: RouteHandler<'leave'> = async (context) => {
  await useCases.leaveCompany(context, context.companyId, context.identity);
};
