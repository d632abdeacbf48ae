import { MINUTE } from '../../../../shared/domain/instant.ts';
import type { UserProfile } from '../../../../shared/domain/user.ts';
import { removeUser, sweepRemovedUsers } from '../../../../shared/use-cases/users/remove-user.ts';
import type { Findings } from '../../invariants/violation.ts';
import { attemptsOf, valuesOf, type Actor, type Group, type Run, type Stores } from '../actor.ts';
import { administer, company, gate, prepareCompany, user } from '../company.ts';
import { batch, swipe } from '../gates.ts';
import { syncing } from '../sync.ts';

const syncUsers = (name: string, ...records: readonly object[]): Actor => syncing(name, 'users', records);

/** Moves a badge from one person to another in one request. */
const handOver = syncUsers('hand-over', { id: 1, uid: 'E-2' }, { id: 2, uid: 'E-1' });
const removal = syncUsers('removal', { id: 1, deleted: true });

const prepareUsers = async ({ clients, users }: Stores): Promise<void> => {
  await clients.create(gate);
  await users.save({ companyId: company, id: 1, uid: 'E-1' });
  await users.save({ companyId: company, id: 2 });
};

/** Checks that each badge belongs to one user, and that a look-up finds that user. */
const judgeUsers = (run: Run): Findings => {
  const items = run.world.database.items('users');
  const users = items.filter(({ id, uid }) => id !== undefined && uid !== undefined) as unknown as UserProfile[];
  const ownerOf = (uid?: string) => items.find(({ userKey }) => userKey === `${company}#uid#${uid}`)?.['userId'];
  // The records of one request are applied in their order, so its second person can get the badge of the first.
  const isAlone = run.actors.every((actor) => actor === handOver || actor === removal);
  return {
    'a badge has one owner, and finds that user': users.filter(({ id, uid }) => ownerOf(uid) !== id),
    'records are applied in their order': valuesOf(attemptsOf(run, handOver.name)).filter(
      (outcomes) => isAlone && (outcomes as string[]).includes('refused'),
    ),
  };
};

const gates = ['north', 'reader'];
// A removal is never refused, and does not say how many records it changed.
const remove = administer('remove', (context) => removeUser(context, user), { changes: undefined, ends: gates });

/** Housekeeping. At the end, no request is in flight any more. */
const sweep: Actor = {
  name: 'sweep',
  retries: true,
  request: ({ users, bookings, log, removals, now, run }) => {
    if (run.isSettling) run.world.now += 6 * MINUTE;
    return sweepRemovedUsers({ removals, users, bookings, log, now });
  },
};

/**
 * Checks that, after the response to the removal, only requests in flight leave items of the user, and that no items are left
 * after the last sweep.
 */
const judgeRemoval = (run: Run): Findings => {
  const { database } = run.world;
  const succeeded = attemptsOf(run, remove.name).find(({ end }) => end === 'succeeded');
  if (!succeeded) return {};
  /** The attempts that did not overlap with the removal. */
  const separate = run.attempts.filter(
    ({ actor, end, succeededBefore }) =>
      succeededBefore.includes(remove.name) || (end === 'succeeded' && succeeded.succeededBefore.includes(actor.name)),
  );
  // A request that could not read the user does not know of the removal.
  const mustBeGone = ({ requestId, statusCode }: Readonly<Record<string, unknown>>): boolean =>
    run.isSettling ||
    (statusCode !== 503 && separate.some((attempt) => String(requestId).startsWith(attempt.requestId)));
  const left = [
    ...database.items('bookings'),
    ...database.items('checkinLog').filter((entry) => entry['userId'] === user.userId && mustBeGone(entry)),
    ...database.items('users').filter(({ id, userId }) => (id ?? userId) === user.userId),
    ...database.items('auditDetails').filter(({ userId }) => userId === undefined || run.isSettling),
  ];
  return { 'nothing is left of a removed user': left };
};

/** Users whose badges change hands, and users who are removed. */
export const peopleGroups: readonly Group[] = [
  {
    name: 'users',
    prepare: prepareUsers,
    actors: [
      syncUsers('give', { id: 1, uid: null }),
      syncUsers('take', { id: 2, uid: 'E-1' }),
      syncUsers('take-too', { id: 3, uid: 'E-1' }),
      syncUsers('change', { id: 1, uid: 'E-2' }),
      syncUsers('edit', { id: 1, language: 'es' }),
      handOver,
      removal,
    ],
    judge: judgeUsers,
  },
  {
    name: 'removal',
    prepare: prepareCompany('desk'),
    actors: [swipe('north'), batch('reader', 'first', 'second')],
    always: [remove, sweep],
    size: [1, 2],
    judge: judgeRemoval,
  },
];
