import type { Roster } from '../../../../shared/domain/roster.ts';
import { ServiceError } from '../../../../shared/domain/service-error.ts';
import {
  addMember,
  changeMemberRole,
  findMembership,
  removeMember,
} from '../../../../shared/use-cases/members/change-members.ts';
import { acceptInvitation, invite } from '../../../../shared/use-cases/members/invitations.ts';
import type { Findings } from '../../invariants/violation.ts';
import type { Actor, Group, RunRecord, Stores } from '../actor.ts';
import { administer, administrator, company } from '../company.ts';
import { NOON, type World } from '../world.ts';

const issuer = 'https://issuer.example';
const ana = { issuer, subject: 'ana' };
const ben = { issuer, subject: 'ben' };
const cleo = { issuer, subject: 'cleo', verifiedEmail: undefined };

const rostersOf = ({ database }: World): Roster[] =>
  database.items('members').filter((item) => item['members']) as unknown as Roster[];

const isMember = (subject: string, companyId: string, role?: string) => (world: World) =>
  rostersOf(world).some(
    (roster) =>
      roster.companyId === companyId &&
      roster.members.some((one) => one.subject === subject && (role === undefined || one.role === role)),
  );

/** Two companies invite Cleo. The ids of their invitations, by company. */
const invitations = { [company]: 'offer-1', globex: 'offer-2' };

const prepare = async ({ members }: Stores): Promise<void> => {
  for (const [companyId, id] of Object.entries(invitations)) {
    const roster = await members.findRoster(companyId);
    const owners = [ana, ben].map((one) => ({ ...one, role: 'owner' as const, createdAt: NOON }));
    const invitee = { subject: 'cleo' };
    const invitation = { id, issuer, invitee, role: 'admin', invitedBy: administrator, endsAt: NOON * 2 } as const;
    await members.commit(roster, {
      ...roster,
      members: companyId === company ? owners : [],
      invitations: [invitation],
    });
  }
};

const joining = (companyId: keyof typeof invitations): Actor =>
  administer(`join-${companyId}`, (context) => acceptInvitation(context, cleo, invitations[companyId]), {
    isStored: isMember('cleo', companyId),
  });

/** Ben, who uses the console. Each request looks up his membership. */
const benCalls: Actor = {
  name: 'ben',
  retries: true,
  request: async ({ members }) => {
    if (!(await findMembership(members, ben))) throw new ServiceError('token_invalid', 'not a member');
    return 'served';
  },
};

const benInvites = administer('ben-invites', (context) =>
  invite({ ...context, actor: { through: 'console', id: 'ben' }, owner: ben }, company, {
    issuer,
    invitee: { subject: 'dan' },
    role: 'owner',
  }),
);

const judge = ({ world }: RunRecord): Findings => {
  const rosters = rostersOf(world);
  const ours = rosters.find(({ companyId }) => companyId === company);
  const joined = rosters.filter(({ members }) => members.some(({ subject }) => subject === 'cleo'));
  const hasInvitation = ours?.invitations.some(({ invitedBy }) => invitedBy.id === 'ben') === true;
  const rostersIf = (isBroken: boolean) => (isBroken ? [rosters] : []);
  return {
    'a company keeps an owner': rostersIf(!ours?.members.some(({ role }) => role === 'owner')),
    'an identity is a member of one company': rostersIf(joined.length > 1),
    'a removed owner leaves no invitation': rostersIf(hasInvitation && !isMember('ben', company)(world)),
  };
};

/** Changes to the people who may use the console. */
export const memberGroups: readonly Group[] = [
  {
    name: 'members',
    prepare,
    actors: [
      administer('remove-ben', (context) => removeMember(context, company, ben), {
        isStored: (world) => !isMember('ben', company)(world),
        ends: ['ben'],
        excuses: true,
      }),
      administer('demote-ana', (context) => changeMemberRole(context, company, ana, 'viewer'), {
        isStored: isMember('ana', company, 'viewer'),
      }),
      administer('add-dora', (context) => addMember(context, company, { issuer, subject: 'dora', role: 'admin' }), {
        isStored: isMember('dora', company),
      }),
      joining(company),
      joining('globex'),
      benInvites,
      benCalls,
    ],
    judge,
  },
];
