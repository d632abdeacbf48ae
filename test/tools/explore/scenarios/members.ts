import type { Roster } from '../../../../shared/domain/roster.ts';
import { findMembership } from '../../../../shared/use-cases/members/find-member.ts';
import { addMember, changeMemberRole, removeMember } from '../../../../shared/use-cases/members/change-members.ts';
import type { MembersContext } from '../../../../shared/use-cases/members/change-roster.ts';
import { acceptInvitation, invite } from '../../../../shared/use-cases/members/invitations.ts';
import type { Violation } from '../../invariants/violation.ts';
import type { ActorStores } from '../actor-stores.ts';
import { judgeAll, type Actor, type Scenario, type RunRecord } from '../scenario.ts';
import { NOON } from '../environment.ts';
import { administrator, company } from './company.ts';

const issuer = 'https://issuer.example';
const ana = { issuer, subject: 'ana' };
const ben = { issuer, subject: 'ben' };

const changing = (name: string, change: (context: MembersContext) => Promise<unknown>): Actor => ({
  name,
  willRepeat: false,
  request: async ({ members, now }) => {
    await change({ members, actor: administrator, now });
    return 'done';
  },
});

const twoOwners = async ({ members }: ActorStores): Promise<void> => {
  const roster = await members.findRoster(company);
  const owners = [ana, ben].map((one) => ({ ...one, role: 'owner' as const, createdAt: NOON }));
  await members.commit(roster, { ...roster, members: owners });
};

const rosterOf = ({ environment }: RunRecord): Roster | undefined =>
  environment.database.items('members').find((item) => item['companyId'] === company && item['members']) as
    | Roster
    | undefined;

const judgeOwners = (run: RunRecord): Violation[] =>
  rosterOf(run)?.members.some(({ role }) => role === 'owner')
    ? []
    : [{ invariant: 'a company keeps an owner', detail: JSON.stringify(rosterOf(run)) }];

/** A change is in the roster and in the log if it is acknowledged, and not in the roster if it is refused. */
const judgeChange =
  (actor: string, action: string, isDone: (roster: Roster | undefined) => boolean) =>
  (run: RunRecord): Violation[] => {
    const ends = new Set(run.attempts[actor]?.map(({ end }) => end));
    const isLogged = run.environment.database.items('auditLog').some((entry) => entry['action'] === action);
    return [
      ...(ends.has('succeeded') && !isDone(rosterOf(run))
        ? [{ invariant: 'nothing acknowledged is lost', detail: actor }]
        : []),
      ...(ends.has('succeeded') && !isLogged
        ? [{ invariant: 'the log records what happened', detail: `no entry of ${action}` }]
        : []),
      ...(ends.has('refused') && isDone(rosterOf(run))
        ? [{ invariant: 'what an administrator did is acknowledged', detail: `${actor} was done, and refused` }]
        : []),
    ];
  };

const isMember = (subject: string) => (roster: Roster | undefined) =>
  roster?.members.some((member) => member.subject === subject) === true;
const isNoMember = (subject: string) => (roster: Roster | undefined) => !isMember(subject)(roster);

/** Takes a request of the console, which asks for the membership each time. */
const benCalls: Actor = {
  name: 'ben',
  willRepeat: true,
  request: async ({ members }) => (await findMembership(members, ben)) !== undefined,
};

const judgeRemoved = ({ attempts }: RunRecord): Violation[] =>
  (attempts['ben'] ?? []).flatMap((attempt) =>
    attempt.end === 'succeeded' && attempt.value === true && attempt.after.includes('remove-ben')
      ? [{ invariant: 'a removed member has no access from the next request on', detail: attempt.requestId }]
      : [],
  );

const DAY = 24 * 60 * 60_000;
const cleo = { issuer, subject: 'cleo', verifiedEmail: undefined };
/** Two companies that invite the same person, and their invitations. */
const invitations = [
  [company, 'offer-1'],
  ['globex', 'offer-2'],
] as const;

const rosters = ({ environment }: RunRecord): Roster[] =>
  environment.database.items('members').filter((item) => item['members']) as unknown as Roster[];

const judgeOneCompany = (run: RunRecord): Violation[] => {
  const joined = rosters(run).filter(({ members }) => members.some(({ subject }) => subject === 'cleo'));
  const succeeded = Object.values(run.attempts)
    .flat()
    .filter(({ end }) => end === 'succeeded').length;
  return [
    ...(joined.length > 1 ? [{ invariant: 'an identity is a member of one company', detail: 'cleo is in both' }] : []),
    ...(succeeded > joined.length ? [{ invariant: 'nothing acknowledged is lost', detail: 'cleo joined' }] : []),
  ];
};

const judgeInvitations = (run: RunRecord): Violation[] => {
  const roster = rosterOf(run);
  return isNoMember('ben')(roster) && roster?.invitations.some(({ invitedBy }) => invitedBy.id === 'ben') === true
    ? [{ invariant: 'a removed owner leaves no invitation', detail: JSON.stringify(roster) }]
    : [];
};

/** The people who may use the console. */
export const memberScenarios: readonly Scenario[] = [
  {
    name: 'last-owner',
    prepare: twoOwners,
    actors: [
      changing('remove-ben', (context) => removeMember(context, company, ben)),
      changing('demote-ana', (context) => changeMemberRole(context, company, ana, 'viewer')),
      benCalls,
    ],
    meetIn: ['members'],
    faults: 2,
    smallFaults: 0,
    maxCalls: 60,
    judge: judgeAll(
      judgeOwners,
      judgeRemoved,
      judgeChange('remove-ben', 'members.remove', isNoMember('ben')),
      judgeChange(
        'demote-ana',
        'members.change-role',
        (roster) => roster?.members.some(({ subject, role }) => subject === 'ana' && role === 'viewer') === true,
      ),
    ),
  },
  {
    name: 'new-member',
    prepare: twoOwners,
    actors: [
      changing('add-cleo', (context) => addMember(context, company, { issuer, subject: 'cleo', role: 'admin' })),
      changing('remove-ben', (context) => removeMember(context, company, ben)),
    ],
    meetIn: ['members'],
    faults: 2,
    smallFaults: 1,
    maxCalls: 60,
    judge: judgeAll(
      judgeOwners,
      judgeChange('add-cleo', 'members.add', isMember('cleo')),
      judgeChange('remove-ben', 'members.remove', isNoMember('ben')),
    ),
  },
  {
    name: 'two-invitations',
    prepare: async (stores) => {
      await twoOwners(stores);
      for (const [companyId, id] of invitations) {
        const roster = await stores.members.findRoster(companyId);
        const invitation = {
          id,
          issuer,
          invitee: { subject: 'cleo' },
          role: 'admin',
          invitedBy: administrator,
        } as const;
        const offer = { ...invitation, endsAt: NOON + DAY };
        await stores.members.commit(roster, { ...roster, invitations: [offer] });
      }
    },
    actors: invitations.map(([companyId, id]) =>
      changing(`join-${companyId}`, (context) => acceptInvitation(context, cleo, id)),
    ),
    meetIn: ['members'],
    faults: 2,
    smallFaults: 1,
    maxCalls: 60,
    judge: judgeOneCompany,
  },
  {
    name: 'removed-owner-invites',
    prepare: twoOwners,
    actors: [
      changing('ben-invites', (context) =>
        invite({ ...context, actor: { through: 'console', id: 'ben' }, owner: ben }, company, {
          issuer,
          invitee: { subject: 'cleo' },
          role: 'owner',
        }),
      ),
      changing('remove-ben', (context) => removeMember(context, company, ben)),
    ],
    meetIn: ['members'],
    faults: 2,
    smallFaults: 1,
    maxCalls: 60,
    judge: judgeAll(judgeOwners, judgeInvitations, judgeChange('remove-ben', 'members.remove', isNoMember('ben'))),
  },
];
