import type { Roster } from '../../../../shared/domain/roster.ts';
import { ServiceError } from '../../../../shared/domain/service-error.ts';
import { changeMemberRole, findMembership, removeMember } from '../../../../shared/use-cases/members/change-members.ts';
import { acceptInvitation, invite } from '../../../../shared/use-cases/members/invitations.ts';
import type { Findings } from '../../invariants/violation.ts';
import type { Actor, Group, Run, Stores } from '../actor.ts';
import { administer, administrator, company } from '../company.ts';
import { NOON, type World } from '../world.ts';

const issuer = 'https://issuer.example';
const ana = { issuer, subject: 'ana' };
const ben = { issuer, subject: 'ben' };
const cleo = { issuer, subject: 'cleo', verifiedEmail: undefined };

/** Two companies invite Cleo. The ids of their invitations, by company. */
const invitations = { [company]: 'offer-1', globex: 'offer-2' };

const prepare = async ({ members }: Stores): Promise<void> => {
  for (const [companyId, id] of Object.entries(invitations)) {
    const roster = await members.findRoster(companyId);
    const owners = [ana, ben].map((one) => ({ ...one, role: 'owner' as const, createdAt: NOON }));
    const invitee = { subject: 'cleo' };
    const invitation = { id, issuer, invitee, role: 'admin', invitedBy: administrator, endsAt: NOON * 2 } as const;
    const after = { ...roster, members: companyId === company ? owners : [], invitations: [invitation] };
    await members.commit(roster, after);
  }
};

const rosterOf = ({ database }: World, companyId: string): Roster | undefined =>
  database.items('members').find((item) => item['members'] && item['companyId'] === companyId) as Roster | undefined;

const roleOf = (world: World, subject: string, companyId: string = company): string | undefined =>
  rosterOf(world, companyId)?.members.find((one) => one.subject === subject)?.role;

const joining = (companyId: keyof typeof invitations): Actor =>
  administer(`join-${companyId}`, (context) => acceptInvitation(context, cleo, invitations[companyId]), {
    isStored: (world) => roleOf(world, 'cleo', companyId) !== undefined,
  });

/** Ben, who uses the console. Each request looks up his membership. */
const benCalls: Actor = {
  name: 'ben',
  retries: true,
  request: async ({ members }) => {
    if (!(await findMembership(members, ben))) throw new ServiceError('token_invalid', 'not a member');
  },
};

const benInvites = administer('ben-invites', (context) => {
  const by = { ...context, actor: { through: 'console', id: 'ben' }, owner: ben } as const;
  return invite(by, company, { issuer, invitee: { subject: 'dan' }, role: 'owner' });
});

const judge = ({ world }: Run): Findings => {
  const { members = [], invitations: open = [] } = rosterOf(world, company) ?? {};
  const hasInvitation = open.some(({ invitedBy }) => invitedBy.id === 'ben');
  const joined = Object.keys(invitations).filter((companyId) => roleOf(world, 'cleo', companyId));
  return {
    'a company keeps an owner': members.some(({ role }) => role === 'owner') ? [] : [members],
    'an identity is a member of one company': joined.length > 1 ? joined : [],
    'a removed owner leaves no invitation': hasInvitation && !roleOf(world, 'ben') ? open : [],
  };
};

/** Changes to the people who may use the console. */
export const memberGroups: readonly Group[] = [
  {
    name: 'members',
    prepare,
    actors: [
      administer('remove-ben', (context) => removeMember(context, company, ben), {
        isStored: (world) => roleOf(world, 'ben') === undefined,
        ends: ['ben'],
      }),
      administer('demote-ana', (context) => changeMemberRole(context, company, ana, 'viewer'), {
        isStored: (world) => roleOf(world, 'ana') === 'viewer',
      }),
      joining(company),
      joining('globex'),
      benInvites,
      benCalls,
    ],
    judge,
  },
];
