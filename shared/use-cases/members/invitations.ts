import { randomUUID } from 'node:crypto';
import type { ConsoleIdentity } from '../../domain/console-identity.ts';
import {
  endOfInvitation,
  isOpen,
  isSameTarget,
  isSameIdentity,
  acceptInvitation as acceptInRoster,
  findInvitation,
  inviteToRoster,
  renewInvitation,
  withdrawInvitation as withdrawFromRoster,
  type Invitation,
  type InvitationTarget,
  type MemberStore,
  type Roster,
} from '../../domain/roster.ts';
import { UseCaseError } from '../../domain/use-case-error.ts';
import { formatDateTime } from '../../domain/instant.ts';
import type { Role } from '../../rules/roles.ts';
import { changeRoster, findMembership, type MembersContext, type Membership } from './change-members.ts';

export interface SignedIn extends ConsoleIdentity {
  /** The e-mail address, folded by {@link foldEmail}, if the issuer has verified it. */
  readonly verifiedEmail: string | undefined;
}

/** An invitation as the invited person sees it. */
interface Offer extends Invitation {
  readonly companyId: string;
  /** The address of the member who invites, if the company knows it. */
  readonly inviter?: string;
}

/** Returns an invitation as the audit log shows it. */
const viewState = ({ invitee, role, endsAt }: Invitation) => ({
  ...invitee,
  role,
  endsAt: formatDateTime(endsAt),
});

/**
 * Invites a person. An earlier invitation for the same person is replaced.
 * @throws UseCaseError `forbidden`, `member_exists`, `too_many_invitations`, `members_changed`
 * @example
 * await invite(context, 'acme', { issuer, invitee: { email: 'ana@example.com' }, role: 'admin' }); // ends after 7 days
 */
export const invite = async (
  context: MembersContext,
  companyId: string,
  { role, ...target }: InvitationTarget & { readonly role: Role },
): Promise<Invitation> => {
  const now = context.now();
  const invitation = {
    ...target,
    id: randomUUID(),
    role,
    invitedBy: context.actor,
    endsAt: endOfInvitation(now),
  };
  await changeRoster(context, companyId, (roster) => ({
    after: inviteToRoster(roster, invitation, now),
    entry: { action: 'members.invite', target: { invitationId: invitation.id }, after: viewState(invitation) },
  }));
  return invitation;
};

/** Restarts the 7 days of the invitation. @throws UseCaseError `forbidden`, `invitation_not_found`, `members_changed` */
export const resendInvitation = async (context: MembersContext, companyId: string, id: string): Promise<Invitation> => {
  const roster = await changeRoster(context, companyId, (before) => {
    const after = renewInvitation(before, id, context.now());
    return {
      after,
      entry: {
        action: 'members.resend-invitation',
        target: { invitationId: id },
        before: viewState(findInvitation(before, id)),
        after: viewState(findInvitation(after, id)),
      },
    };
  });
  return findInvitation(roster, id);
};

/** @throws UseCaseError `forbidden`, `invitation_not_found`, `members_changed` */
export const withdrawInvitation = async (context: MembersContext, companyId: string, id: string): Promise<void> => {
  await changeRoster(context, companyId, (before) => ({
    after: withdrawFromRoster(before, id),
    entry: {
      action: 'members.withdraw-invitation',
      target: { invitationId: id },
      before: viewState(findInvitation(before, id)),
    },
  }));
};

const targetsOf = ({ issuer, subject, verifiedEmail }: SignedIn): InvitationTarget[] => [
  { issuer, invitee: { subject } },
  ...(verifiedEmail === undefined ? [] : [{ issuer, invitee: { email: verifiedEmail } }]),
];

/** Finds the member who invites. Members can only invite accounts of their own issuer. */
export const inviterIn = (
  { members }: Roster,
  { invitedBy: { through, id }, issuer }: Pick<Invitation, 'invitedBy' | 'issuer'>,
): { inviter?: string } => {
  const inviter = members.find((one) => through === 'console' && isSameIdentity(one, { issuer, subject: id }));
  return inviter?.email === undefined ? {} : { inviter: inviter.email };
};

/** Returns `operator` for an operator, whose AWS identity would mean nothing to a member. */
export const nameOfInviter = ({ invitedBy: { through, id }, inviter }: Pick<Offer, 'invitedBy' | 'inviter'>): string =>
  through === 'console' ? (inviter ?? id) : 'operator';

/** Lists the open invitations for the account and for its verified address. */
export const listOffers = async (
  { members, now }: { readonly members: MemberStore; readonly now: () => number },
  account: SignedIn,
): Promise<Offer[]> => {
  const targets = targetsOf(account);
  const companies = new Set(await members.findInvitingCompanies(targets));
  const rosters = await Promise.all([...companies].map((companyId) => members.findRoster(companyId)));
  const isForAccount = (one: Invitation): boolean => targets.some((target) => isSameTarget(target, one));
  return rosters.flatMap((roster) =>
    roster.invitations
      .filter((one) => isForAccount(one) && isOpen(one, now()))
      .map((one) => ({ ...one, companyId: roster.companyId, ...inviterIn(roster, one) })),
  );
};

/**
 * @param context `context.actor` must be the same account, which need not be an owner.
 * @throws UseCaseError `member_of_another_company`, `member_exists`, `too_many_members`, `members_changed`; or
 * `invitation_not_found`, if the account has no open invitation with this id
 */
export const acceptInvitation = async (
  context: Omit<MembersContext, 'owner'>,
  account: SignedIn,
  id: string,
): Promise<Membership> => {
  const { members, now } = context;
  const offer = (await listOffers(context, account)).find((one) => one.id === id);
  if (!offer) throw new UseCaseError('invitation_not_found', { invitationId: id });
  const { companyId } = offer;
  const { issuer, subject } = account;
  const current = await members.findCompany(account);
  if (current !== undefined && current !== companyId)
    throw new UseCaseError('member_of_another_company', { companyId: current });
  await changeRoster(context, companyId, (roster) => ({
    after: acceptInRoster(roster, id, { issuer, subject }, now()),
    entry: {
      action: 'members.join',
      target: { subject, invitationId: id },
      after: { ...offer.invitee, role: offer.role },
    },
  }));
  return (await findMembership(members, account)) as Membership;
};
