import type { UserProfile } from '../../../../shared/domain/user.ts';
import { findUserBookings } from '../../../../shared/use-cases/checkin/find-user-bookings.ts';
import { makeUserImporter } from '../../../../shared/use-cases/import/user-records.ts';
import { makeRemoveUser } from '../../../../shared/use-cases/import/remove-imported-user.ts';
import { findIdentifierViolations } from '../../invariants/data-invariants.ts';
import type { Violation } from '../../invariants/violation.ts';
import type { ActorStores } from '../actor-stores.ts';
import { judgeAll, type Actor, type Scenario, type RunRecord } from '../scenario.ts';
import { administrator, company } from './company.ts';

/** An HR system syncs one user. */
const sync = (name: string, record: object): Actor => ({
  name,
  willRepeat: true,
  request: async ({ users, bookings, log, now }) => {
    const removeUser = makeRemoveUser({ users, bookings, log, actor: administrator, now });
    const [outcome] = await makeUserImporter({ users, removeUser }, company)
      .apply([record])
      .catch((error: unknown) => {
        throw (error as Error).cause ?? error;
      });
    return outcome;
  },
});

/** Finds the user with a uid, as a check-in does. */
const lookUp = (uid: string): Actor => ({
  name: 'look-up',
  willRepeat: true,
  request: async ({ users, bookings }) => {
    const query = { companyId: company, identifiers: { uid }, at: 0, isExplained: false };
    return (await findUserBookings(query, { users, bookings }))?.user.userId ?? null;
  },
});

const saved =
  (...profiles: readonly { readonly id: number; readonly uid?: string; readonly email?: string }[]) =>
  async ({ users }: ActorStores): Promise<void> => {
    for (const profile of profiles) await users.save({ companyId: company, ...profile });
  };

/** A uid or address belongs to one user, who can be found by it; no acknowledged change is lost. */
const judgeUsers = ({ environment }: RunRecord): Violation[] => {
  const items = environment.database.items('users');
  const users = items.filter(({ id }) => id !== undefined) as unknown as UserProfile[];
  const ownerOf = (field: 'uid' | 'email', value: string) =>
    items.find(({ userKey }) => userKey === `${company}#${field}#${value}`)?.['userId'] as number | undefined;
  return findIdentifierViolations(users, ownerOf);
};

/** @param wanted each actor, and the attributes of its user if its change was acknowledged last */
const judgeSyncs =
  (...names: readonly string[]) =>
  ({ attempts }: RunRecord): Violation[] =>
    names.flatMap((name) => {
      const last = attempts[name]?.at(-1);
      const { outcome } = (last?.end === 'succeeded' ? last.value : {}) as { outcome?: string };
      return outcome === undefined
        ? [{ invariant: 'every sync gets a response', detail: `${name}: ${JSON.stringify(last)}` }]
        : [];
    });

/** A look-up by uid only finds a user who had the uid. */
const judgeLookUps =
  (...allowed: readonly (number | null)[]) =>
  ({ attempts }: RunRecord): Violation[] =>
    (attempts['look-up'] ?? []).flatMap((attempt) =>
      attempt.end === 'succeeded' && !allowed.includes(attempt.value as number | null)
        ? [{ invariant: 'a uid finds its user', detail: JSON.stringify(attempt.value) }]
        : [],
    );

/** Users whose uids and addresses change. */
export const userScenarios: readonly Scenario[] = [
  {
    name: 'one-uid-two-users',
    prepare: saved(),
    actors: [sync('one', { id: 1, uid: 'E-1' }), sync('other', { id: 2, uid: 'E-1' })],
    meetIn: ['users'],
    faults: 1,
    smallFaults: 0,
    interruptions: 3,
    maxCalls: 80,
    judge: judgeAll(judgeUsers, judgeSyncs('one', 'other')),
  },
  {
    name: 'uid-handed-over',
    prepare: saved({ id: 1, uid: 'E-1' }),
    actors: [sync('giver', { id: 1, uid: null }), sync('taker', { id: 2, uid: 'E-1' })],
    meetIn: ['users'],
    faults: 1,
    smallFaults: 0,
    interruptions: 4,
    maxCalls: 80,
    judge: judgeAll(judgeUsers, judgeSyncs('giver', 'taker')),
  },
  {
    name: 'uids-swapped',
    prepare: saved({ id: 1, uid: 'E-1' }, { id: 2 }),
    actors: [
      sync('one', { id: 1, uid: 'E-2' }),
      sync('back', { id: 1, uid: 'E-1' }),
      sync('other', { id: 2, uid: 'E-1' }),
    ],
    meetIn: ['users'],
    faults: 0,
    interruptions: 4,
    maxCalls: 80,
    judge: judgeAll(judgeUsers, judgeSyncs('one', 'back', 'other')),
  },
  {
    name: 'uid-of-removed-user',
    prepare: saved({ id: 1, uid: 'E-1' }),
    actors: [sync('removal', { id: 1, deleted: true }), sync('taker', { id: 2, uid: 'E-1' }), lookUp('E-1')],
    meetIn: ['users', 'checkinLog', 'auditLog', 'auditDetails'],
    faults: 0,
    interruptions: 4,
    maxCalls: 80,
    judge: judgeAll(judgeUsers, judgeSyncs('removal', 'taker'), judgeLookUps(1, 2, null)),
  },
  {
    name: 'removal-cut-short',
    prepare: saved({ id: 1, uid: 'E-1' }),
    actors: [sync('removal', { id: 1, deleted: true }), sync('taker', { id: 2, uid: 'E-1' })],
    meetIn: ['users', 'checkinLog', 'auditLog', 'auditDetails'],
    faults: 1,
    smallFaults: 0,
    interruptions: 3,
    maxCalls: 80,
    judge: judgeAll(judgeUsers, judgeSyncs('removal', 'taker')),
  },
];
