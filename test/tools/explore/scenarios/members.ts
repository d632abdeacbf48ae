import type { Roster } from '../../../../shared/domain/member.ts';
import { findMembership } from '../../../../shared/use-cases/members/find-member.ts';
import {
  addMember,
  changeMemberRole,
  removeMember,
  type MembersContext,
} from '../../../../shared/use-cases/members/change-members.ts';
import type { Violation } from '../../invariants/violation.ts';
import type { ActorStores } from '../actor-stores.ts';
import { judgeAll, type Actor, type Scenario, type Story } from '../scenario.ts';
import { NOON } from '../world.ts';
import { administrator, company } from './office.ts';

const issuer = 'https://issuer.example';
const ana = { issuer, subject: 'ana' };
const ben = { issuer, subject: 'ben' };

const changing = (name: string, change: (context: MembersContext) => Promise<unknown>): Actor => ({
  name,
  comesAgain: false,
  request: async ({ members, log, now }) => {
    await change({ members, adminLog: log, actor: administrator, now });
    return 'done';
  },
});

const twoOwners = async ({ members }: ActorStores): Promise<void> => {
  const roster = { companyId: company, revision: 0, members: [] };
  const owners = [ana, ben].map((one) => ({ ...one, role: 'owner' as const, createdAt: NOON }));
  for (const owner of owners) await members.assign(owner, company);
  await members.replaceRoster(roster, { ...roster, members: owners });
};

const rosterOf = ({ world }: Story): Roster | undefined =>
  world.database.items('members').find((item) => item['companyId'] === company && item['members']) as
    | Roster
    | undefined;

const judgeOwners = (story: Story): Violation[] =>
  rosterOf(story)?.members.some(({ role }) => role === 'owner')
    ? []
    : [{ invariant: 'a company keeps an owner', detail: JSON.stringify(rosterOf(story)) }];

/** A change is in the roster and in the log if it is acknowledged, and not in the roster if it is refused. */
const judgeChange =
  (actor: string, action: string, isDone: (roster: Roster | undefined) => boolean) =>
  (story: Story): Violation[] => {
    const ends = new Set(story.attempts[actor]?.map(({ end }) => end));
    const isLogged = story.world.database.items('activityLog').some((entry) => entry['action'] === action);
    return [
      ...(ends.has('answered') && !isDone(rosterOf(story))
        ? [{ invariant: 'nothing acknowledged is lost', detail: actor }]
        : []),
      ...(ends.has('answered') && !isLogged
        ? [{ invariant: 'the log tells what happened', detail: `no entry of ${action}` }]
        : []),
      ...(ends.has('refused') && isDone(rosterOf(story))
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
  comesAgain: true,
  request: async ({ members }) => (await findMembership(members, ben)) !== undefined,
};

const judgeRemoved = ({ attempts }: Story): Violation[] =>
  (attempts['ben'] ?? []).flatMap((attempt) =>
    attempt.end === 'answered' && attempt.value === true && attempt.after.includes('remove-ben')
      ? [{ invariant: 'a removed member has no access from the next request on', detail: attempt.requestId }]
      : [],
  );

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
    smallFaults: 1,
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
];
