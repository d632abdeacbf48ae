import type { UserProfile } from '../../../../shared/domain/user.ts';
import { removeUser, sweepRemovedUsers } from '../../../../shared/use-cases/users/remove-user.ts';
import type { Findings } from '../../invariants/violation.ts';
import { attemptsOf, valuesOf, type Actor, type Context, type Group, type RunRecord, type Stores } from '../actor.ts';
import { administer, company, gate, prepareCompany, user } from '../company.ts';
import { batch, swipe } from '../gates.ts';
import { importing, syncing } from '../imports.ts';

const userRecord = (id: number, uid: string | null) => ({ id, uid });

/** Moves a badge from one person to another in one request. */
const handOver = importing('hand-over', 'users', [userRecord(1, 'E-2'), userRecord(2, 'E-1')]);
const removal = syncing('removal', 'users', [{ id: 1, deleted: true }]);

const prepareUsers = async ({ clients, users }: Stores): Promise<void> => {
  await clients.create(gate);
  await users.save({ companyId: company, id: 1, uid: 'E-1' });
  await users.save({ companyId: company, id: 2 });
};

/** Checks that each uid or e-mail address belongs to one user, and that a look-up finds that user. */
const judgeUsers = (run: RunRecord): Findings => {
  const items = run.world.database.items('users');
  const users = items.filter(({ id }) => id !== undefined) as unknown as UserProfile[];
  const identifiers = users.flatMap(({ id, uid }) => (uid === undefined ? [] : [{ uid, id }]));
  const ownerOf = (uid: string) => items.find(({ userKey }) => userKey === `${company}#uid#${uid}`)?.['userId'];
  const shared = [...Map.groupBy(identifiers, ({ uid }) => uid).values()].filter(({ length }) => length > 1);
  // The records of one request are applied in their order, so its second person can get the badge of the first.
  const isAlone = run.actors.every((actor) => actor === handOver || actor === removal);
  return {
    'no uid or e-mail address has two owners': shared,
    'a user is found by uid and e-mail address': identifiers.filter(
      (one) => !shared.flat().includes(one) && ownerOf(one.uid) !== one.id,
    ),
    'records are applied in their order': valuesOf(attemptsOf(run, handOver.name)).filter(
      (outcomes) => isAlone && (outcomes as { outcome: string }[]).some(({ outcome }) => outcome === 'refused'),
    ),
  };
};

/** Deletes the items that requests in flight have written for removed users, as housekeeping does. */
const sweep = ({ users, bookings, log, removals, now }: Context) =>
  sweepRemovedUsers({ removals, users, bookings, log, now });

const lastSweep: Actor = {
  name: 'last-sweep',
  retries: true,
  isLast: true,
  request: async (context) => {
    await context.call('6 minutes pass', (world) => void (world.now += 6 * 60_000));
    return sweep(context);
  },
};

const gates = ['north', 'reader'];
const remove = administer('remove', (context) => removeUser(context, user), {
  // A removal is never rejected, and does not say how many records it changed.
  changes: undefined,
  excuses: true,
  ends: gates,
});

/**
 * Checks that, after the response to the removal, only requests in flight leave items of the user, and that no items are left
 * after the last sweep.
 */
const judgeRemoval = (run: RunRecord): Findings => {
  const { database } = run.world;
  const succeeded = attemptsOf(run, remove.name).find(({ end }) => end === 'succeeded');
  const isRemoved = database.items('auditLog').some(({ action }) => action === 'users.remove');
  if (run.isSettled ? !isRemoved : !succeeded) return {};
  /** The attempts that did not overlap with the removal. */
  const separate = run.attempts.filter(
    ({ actor, end, succeededBefore }) =>
      succeededBefore.includes(remove.name) || (end === 'succeeded' && succeeded?.succeededBefore.includes(actor.name)),
  );
  // A request that could not read the user does not know of the removal.
  const mustBeGone = ({ requestId, statusCode }: Readonly<Record<string, unknown>>): boolean =>
    run.isSettled ||
    (statusCode !== 503 && separate.some((attempt) => String(requestId).startsWith(attempt.requestId)));
  const left = [
    ...database.items('bookings'),
    ...database.items('checkinLog').filter((entry) => entry['userId'] === user.userId && mustBeGone(entry)),
    ...database.items('users').filter(({ id, userId }) => (id ?? userId) === user.userId),
    ...database.items('auditDetails').filter(({ userId }) => userId === undefined || run.isSettled),
  ];
  return { 'nothing is left of a removed user': left };
};

/** Users whose badges change hands, and users who are removed. */
export const peopleGroups: readonly Group[] = [
  {
    name: 'users',
    prepare: prepareUsers,
    actors: [
      syncing('give', 'users', [userRecord(1, null)]),
      syncing('take', 'users', [userRecord(2, 'E-1')]),
      importing('take-too', 'users', [userRecord(3, 'E-1')]),
      syncing('change', 'users', [userRecord(1, 'E-2')]),
      syncing('edit', 'users', [{ id: 1, language: 'es' }]),
      handOver,
      removal,
    ],
    judge: judgeUsers,
  },
  {
    name: 'removal',
    prepare: prepareCompany('desk'),
    actors: [swipe('north'), batch('reader', 'first', 'second'), { name: 'sweep', request: sweep }],
    always: [remove, lastSweep],
    size: [1, 2],
    judge: judgeRemoval,
  },
];
