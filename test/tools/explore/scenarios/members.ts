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
import { judgeAll, type Actor, type Scenario, type RunRecord } from '../scenario.ts';
import { NOON } from '../environment.ts';
import { administrator, company } from './company.ts';

const issuer = 'https://issuer.example';
const ana = { issuer, subject: 'ana' };
const ben = { issuer, subject: 'ben' };

const changing = (name: string, change: (context: MembersContext) => Promise<unknown>): Actor => ({
  name,
  willRepeat: false,
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
];
