import type { Findings } from '../../invariants/violation.ts';
import type { UserProfile } from '../../../../shared/domain/user.ts';
import { removeUser, sweepRemovedUsers } from '../../../../shared/use-cases/users/remove-user.ts';
import type { ActorStores } from '../actor-stores.ts';
import {
  attemptsOf,
  everyPair,
  makeScenario,
  valuesOf,
  type Actor,
  type ActorContext,
  type RunRecord,
  type Scenario,
} from '../scenario.ts';
import { administer, booking, company, gate, prepareCompany, user } from './company.ts';
import { batch, swipe } from './gate-actors.ts';
import { importing, syncing } from './import-actors.ts';

const userRecord = (id: number, uid: string | null) => ({ id, uid });

const give = syncing('give', 'users', [userRecord(1, null)]);
const take = syncing('take', 'users', [userRecord(2, 'E-1')]);
const takeToo = importing('take-too', 'users', [userRecord(3, 'E-1')]);
/** Moves a badge from one person to another in one request. */
const handOver = importing('hand-over', 'users', [userRecord(1, 'E-2'), userRecord(2, 'E-1')]);
const removal = syncing('removal', 'users', [{ id: 1, deleted: true }]);

const prepareUsers = async ({ clients, users }: ActorStores): Promise<void> => {
  await clients.create(gate);
  await users.save({ companyId: company, id: 1, uid: 'E-1' });
  await users.save({ companyId: company, id: 2 });
};

/** Checks that each uid or e-mail address belongs to one user, and that a look-up finds that user. */
const judgeUsers = ({ environment: { database } }: RunRecord): Findings => {
  const items = database.items('users');
  const users = items.filter(({ id }) => id !== undefined) as unknown as UserProfile[];
  const identifiers = users.flatMap(({ id, uid, email }) => [
    ...(uid === undefined ? [] : [{ key: `${company}#uid#${uid}`, id }]),
    ...(email === undefined ? [] : [{ key: `${company}#email#${email}`, id }]),
  ]);
  const ownerOf = (key: string): unknown => items.find(({ userKey }) => userKey === key)?.['userId'];
  const shared = [...Map.groupBy(identifiers, ({ key }) => key).values()].filter(({ length }) => length > 1);
  return {
    'no uid or e-mail address has two owners': shared,
    'a user is found by uid and e-mail address': identifiers.filter(
      ({ key, id }) => !shared.flat().some((one) => one.key === key) && ownerOf(key) !== id,
    ),
  };
};

/** Checks that the records of one request are applied in their order. Other requests for the same people may interfere. */
const judgeOrder = (run: RunRecord): Findings => ({
  'records are applied in their order': run.actors.every((actor) => [handOver, removal].includes(actor))
    ? valuesOf(attemptsOf(run, handOver.name)).filter((outcomes) =>
        (outcomes as readonly { outcome: string }[]).some(({ outcome }) => outcome === 'refused'),
      )
    : [],
});

const MINUTES = 60_000;

/** Deletes the items that requests in flight have written for removed users, as housekeeping does. */
const sweep = ({ users, bookings, log, removals, now }: ActorContext) =>
  sweepRemovedUsers({ removals, users, bookings, log, now });

const sweeping: Actor = { name: 'sweep', willRetry: false, request: sweep };
const lastSweep: Actor = {
  name: 'last-sweep',
  willRetry: true,
  isLast: true,
  request: async (context) => {
    await context.call('6 minutes pass', (environment) => void (environment.now += 6 * MINUTES), false);
    return sweep(context);
  },
};

const gates = ['north', 'reader'];
const remove = administer('remove', (context) => removeUser(context, user), {
  // A removal is never rejected, and does not say how many records it changed.
  changes: undefined,
  excuses: gates,
  ends: gates,
});

/**
 * Checks that, after the response to the removal, only requests in flight leave items of the user, and that no items are left
 * after the last sweep.
 */
const judgeRemoval = (run: RunRecord): Findings => {
  const { database } = run.environment;
  const succeededRemoval = attemptsOf(run, remove.name).find(({ end }) => end === 'succeeded');
  const isRemoved = database.items('auditLog').some(({ action }) => action === 'users.remove');
  if (run.isSettled ? !isRemoved : !succeededRemoval) return {};
  /** The attempts that did not overlap with the removal. */
  const separate = run.attempts.filter(
    ({ actor, end, succeededBefore }) =>
      succeededBefore.includes(remove.name) ||
      (end === 'succeeded' && succeededRemoval?.succeededBefore.includes(actor.name)),
  );
  const mustBeGone = ({ requestId }: { readonly requestId?: unknown }): boolean =>
    run.isSettled || separate.some((attempt) => String(requestId).startsWith(attempt.requestId));
  const left = [
    ...database.items('bookings'),
    ...database.items('checkinLog').filter((entry) => entry['userId'] === user.userId && mustBeGone(entry)),
    ...database.items('users').filter(({ id, userId }) => (id ?? userId) === user.userId),
    ...database.items('auditDetails').filter(({ userId }) => userId === undefined || run.isSettled),
  ];
  return { 'nothing is left of a removed user': left };
};

const userSettings = {
  prepare: prepareUsers,
  sharedTables: ['users'],
  interruptions: 4,
  judge: (run: RunRecord) => ({ ...judgeUsers(run), ...judgeOrder(run) }),
} as const;
const removalSettings = {
  prepare: prepareCompany(booking('desk')),
  sharedTables: ['bookings', 'checkinAttempts', 'users', 'checkinLog', 'auditLog', 'auditDetails'],
  interruptions: 3,
  judge: judgeRemoval,
} as const;

/** Users whose uids and addresses change, and users who are removed. */
export const userScenarios: readonly Scenario[] = [
  ...everyPair('users', { ...userSettings, faults: 1 }, [give, take, takeToo, handOver, removal]),
  makeScenario('users', { ...userSettings, faults: 0 }, [
    syncing('one', 'users', [userRecord(1, 'E-2')]),
    syncing('edit', 'users', [{ id: 1, language: 'es' }]),
    take,
  ]),
  makeScenario('removal', { ...removalSettings, faults: 1 }, [swipe('north'), remove, lastSweep]),
  makeScenario('removal', { ...removalSettings, faults: 0 }, [batch('reader', 'first', 'second'), remove, lastSweep]),
  makeScenario('removal', { ...removalSettings, faults: 0 }, [swipe('north'), remove, sweeping, lastSweep]),
];
