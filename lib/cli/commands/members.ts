import { formatDateTime } from '../../../shared/domain/instant.ts';
import type { Invitation, Invitee, Member } from '../../../shared/domain/roster.ts';
import { INVITATION_DAYS, roles } from '../../../shared/rules/roles.ts';
import { UseCaseError } from '../../../shared/domain/use-case-error.ts';
import { addMember, removeMember } from '../../../shared/use-cases/members/change-members.ts';
import { invite, withdrawInvitation } from '../../../shared/use-cases/members/invitations.ts';
import { fields } from '../../../shared/rules/fields.ts';
import { companyOption, optional, required, type ParsedOptions } from '../cli-option.ts';
import type { ConsoleSignIn } from '../connection/find-console.ts';
import { tableOf } from '../formatting/table.ts';
import { UsageError } from '../operator-error.ts';
import type { Session } from '../session.ts';
import { nounWithVerbs, verb } from '../verb.ts';

const addOptions = [
  companyOption,
  required('--role <role>', 'what the member may do', roles),
  optional('--email <address>', 'the address of the person', fields.email),
  optional('--subject <subject>', 'the account of the person, instead of an address', fields.subject),
] as const;
type AddOptions = ParsedOptions<typeof addOptions>;

const viewMember = (companyId: string, { issuer, subject, email, role, createdAt }: Member) => ({
  companyId,
  issuer,
  subject,
  email,
  role,
  createdAt: formatDateTime(createdAt),
});
type MemberView = ReturnType<typeof viewMember>;

const viewInvitation = (companyId: string, { id, issuer, invitee, role, endsAt }: Invitation) => ({
  companyId,
  invitationId: id,
  issuer,
  ...invitee,
  role,
  endsAt: formatDateTime(endsAt),
});
type InvitationView = ReturnType<typeof viewInvitation>;

const formatList = tableOf<Partial<MemberView & InvitationView>>(
  {
    COMPANY: ({ companyId }) => companyId,
    ROLE: ({ role }) => role,
    SUBJECT: ({ subject }) => subject,
    'E-MAIL': ({ email }) => email,
    STATUS: ({ createdAt, endsAt, invitationId }) =>
      createdAt === undefined ? `invited until ${endsAt}, invitation ${invitationId}` : `since ${createdAt}`,
  },
  'No members.',
);

/** Adds a member at once. Nobody has to accept an invitation, because the operator also creates the local accounts. */
const addLocally = async (session: Session, { issuer }: ConsoleSignIn, options: AddOptions): Promise<void> => {
  const { company, role, email } = options;
  // On the local sign-in page, accounts have short names, such as `ana`.
  const subject = options.subject ?? email?.split('@')[0];
  if (subject === undefined) throw new UsageError('Give --email or --subject.');
  const member = { issuer, subject, role, email };
  const added = await addMember(await session.openAudit(), company, member);
  session.print(viewMember(company, added), (view) => formatList([view]));
};

const readInvitee = ({ email, subject }: AddOptions): Invitee => {
  if (email !== undefined && subject === undefined) return { email };
  if (subject !== undefined && email === undefined) return { subject };
  throw new UsageError('Give either --email or --subject, not both.');
};

const inviteToConsole = async (session: Session, signIn: ConsoleSignIn, options: AddOptions): Promise<void> => {
  const { company, role, email, subject } = options;
  const { issuer, sendInvitation, url } = signIn;
  const invitee = readInvitee(options);
  const invitation = await invite(await session.openAudit(), company, { issuer, invitee, role });
  if (email !== undefined) await sendInvitation?.(email);
  session.print(
    { ...viewInvitation(company, invitation), consoleUrl: url },
    ({ endsAt }) =>
      `Invited ${email ?? subject} to ${company} as ${role}. ` +
      `Ask them to sign in at ${url ?? 'the console'} and accept by ${endsAt}.`,
  );
};

const ADD_HELP = `
On a deployed stack, this creates an invitation that is valid for ${INVITATION_DAYS} days. To accept it, the person signs in with the
invited address, which the issuer must have verified. With the stack's own user pool, an address without an account gets an e-mail
with a temporary password. If your own issuer does not verify addresses, invite by --subject, which the console shows to a person
who is not a member yet. Inviting a person again renews the invitation. On the local service, the member can sign in immediately.`;

const add = verb({
  name: 'add',
  description: 'invite somebody to use the console for a company',
  options: addOptions,
  example: '--stack checkin-prod --company acme --role owner --email ana@acme.example',
  help: ADD_HELP,
  run: async (session, options) => {
    const signIn = await session.findConsole();
    if (signIn.warning !== undefined) session.warn(signIn.warning);
    await (signIn.isLocal ? addLocally : inviteToConsole)(session, signIn, options);
  },
});

const list = verb({
  name: 'list',
  description:
    'list the members and invitations of one company, or of all by company, in the order in which they were added',
  options: [
    optional('--company <id>', 'only this company; without it, the command reads the whole table', fields.companyId),
  ],
  example: '--local --company demo',
  run: async ({ members, print }, { company }) => {
    const rosters = company === undefined ? await members.listRosters() : [await members.findRoster(company)];
    const views = rosters.flatMap((roster) => [
      ...roster.members.map((member) => viewMember(roster.companyId, member)),
      ...roster.invitations.map((invitation) => viewInvitation(roster.companyId, invitation)),
    ]);
    print(views, formatList);
  },
});

const removeBySubject = async (session: Session, companyId: string, subject: string): Promise<void> => {
  const roster = await session.members.findRoster(companyId);
  // Removes members of any issuer, even of an issuer that the console no longer uses.
  const found = roster.members.filter((member) => member.subject === subject);
  if (found.length === 0) throw new UseCaseError('member_not_found', { subject });
  await session.confirm(`This removes ${subject} from the members of ${companyId}.`);
  const context = await session.openAudit();
  for (const member of found) await removeMember(context, companyId, member);
  session.print({ companyId, subject, removed: true }, () => `Removed ${subject} from ${companyId}.`);
};

const withdraw = async (session: Session, companyId: string, invitationId: string): Promise<void> => {
  await session.confirm(`This withdraws the invitation ${invitationId} of ${companyId}.`);
  await withdrawInvitation(await session.openAudit(), companyId, invitationId);
  session.print({ companyId, invitationId, withdrawn: true }, () => `Withdrew the invitation ${invitationId}.`);
};

const remove = verb({
  name: 'remove',
  description: 'remove a member (the next request of the member is rejected), or withdraw an invitation',
  options: [
    companyOption,
    optional('--subject <subject>', 'the subject of the member, as shown by "members list"', fields.subject),
    optional('--invitation <id>', 'the id of the invitation, as shown by "members list"', fields.invitationId),
  ],
  example: '--local --company demo --subject Vic',
  run: async (session, { company, subject, invitation }) => {
    if (subject !== undefined) return removeBySubject(session, company, subject);
    if (invitation !== undefined) return withdraw(session, company, invitation);
    throw new UsageError('Name the member with --subject, or the invitation with --invitation.');
  },
});

export const defineNoun = nounWithVerbs('list --local', [add, list, remove]);
