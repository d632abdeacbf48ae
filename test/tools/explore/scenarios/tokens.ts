import { authorizeCaller } from '../../../../shared/domain/authorize-caller.ts';
import { startFamily } from '../../../../shared/domain/token-family.ts';
import type { RefreshCaller } from '../../../../shared/domain/tokens.ts';
import type { Findings } from '../../invariants/violation.ts';
import type { ActorStores } from '../actor-stores.ts';
import { NOON } from '../environment.ts';
import { everyPair, makeScenario, valuesOf, type Actor, type RunRecord, type Scenario } from '../scenario.ts';
import { disable, endFirst, remove, rename, revoke, rotate } from './client-actors.ts';
import { moveClock, timeToLive } from './clock.ts';
import { booking, caller, gate, prepareCompany } from './company.ts';
import { encode, keyIds, presentToken, rules, type Tokens } from './token-actors.ts';

const FAMILY = 'family';

const openFamily = async (stores: ActorStores): Promise<void> => {
  await prepareCompany(booking('desk'))(stores);
  const family = startFamily(gate.clientId, { ...keyIds, scopes: gate.scopes, revocationNumber: 0 }, rules, NOON);
  await stores.families.start({ ...family, familyId: FAMILY });
};

const prepareTwoSecrets = async ({ clients }: ActorStores): Promise<void> => {
  const second = { digest: 'digest-2', last4: 'est2', createdAt: NOON };
  await clients.create({ ...gate, secrets: [...gate.secrets, second] });
};

const firstToken = encode({ ...caller, familyId: FAMILY, generation: 0 } satisfies RefreshCaller);

interface Refresh {
  readonly token: string;
  readonly tokens: Tokens;
}

const refreshers = ['one', 'other', 'two'];

/**
 * @param rounds the number of refreshes. The first presents `firstToken`, and each later one the token from the one before.
 */
const refreshing = (name: string, rounds = 1): Actor => ({
  name,
  willRetry: rounds === 1,
  request: async (context) => {
    const refreshes: Refresh[] = [];
    let token = firstToken;
    for (let round = 0; round < rounds; round += 1) {
      const tokens = await presentToken(token, context);
      refreshes.push({ token, tokens });
      token = tokens.refreshToken;
    }
    return refreshes;
  },
});

const refreshesIn = ({ attempts }: RunRecord): Refresh[] =>
  valuesOf(attempts.filter(({ actor }) => refreshers.includes(actor.name))).flatMap(
    (refreshes) => refreshes as readonly Refresh[],
  );

/**
 * Checks that every response to the same refresh token contains the same tokens, byte for byte, and that every remaining token
 * family has an expiry, so that time to live deletes it.
 */
const judge = (run: RunRecord): Findings => ({
  'a refresh token has one successor': [...Map.groupBy(refreshesIn(run), ({ token }) => token).values()]
    .map((same) => new Set(same.map(({ tokens }) => JSON.stringify(tokens))))
    .filter(({ size }) => size > 1)
    .map((sets) => [...sets]),
  'every token family has an expiry': run.environment.database
    .items('apiClients')
    .filter(({ item, expiresAtSeconds }) => String(item).startsWith('family#') && expiresAtSeconds === undefined),
});

/** A log-in with the first secret, which records the use of the secret. */
const logIn: Actor = {
  name: 'log-in',
  willRetry: true,
  request: async ({ clients, now }) => {
    const client = await clients.find(gate.clientId);
    const secret = client?.secrets.find(({ digest }) => digest === 'digest-1');
    if (client && secret) await clients.recordLastUsed({ client, secret }, now());
    return true;
  },
};

/** A request of the gate, authorized by the check that every function makes. */
const calling: Actor = {
  name: 'gate',
  willRetry: true,
  request: async ({ access }) => {
    authorizeCaller(await access.find(gate.clientId), caller, 'checkin');
    return 'served';
  },
};

const one = refreshing('one');
const other = refreshing('other');
const GRACE = 61_000;
const LIFETIME = rules.refreshTokenSeconds * 1000;
const [sharedTables, prepare] = [['apiClients'] as const, openFamily];
const withClock = { prepare, judge, sharedTables: 'everything' } as const;
const pastGrace = moveClock('grace', GRACE, ...refreshers);
const pastLifetime = moveClock('lifetime', LIFETIME, ...refreshers);

/** Refresh tokens, secrets, and the actions that end them. */
export const tokenScenarios: readonly Scenario[] = [
  makeScenario('tokens', { prepare, judge, sharedTables, faults: 3 }, [one, other]),
  makeScenario('tokens', { prepare, judge, sharedTables, faults: 2 }, [refreshing('one', 2), refreshing('two', 2)]),
  makeScenario('tokens', { ...withClock, faults: 2 }, [one, other, moveClock('second', 1_000)]),
  makeScenario('tokens', { ...withClock, faults: 1 }, [one, other, pastGrace]),
  makeScenario('tokens', { ...withClock, faults: 1 }, [one, other, pastLifetime]),
  makeScenario('tokens', { ...withClock, faults: 0 }, [one, other, pastGrace, pastLifetime, timeToLive]),
  ...everyPair('clients', { prepare, judge, sharedTables, faults: 2 }, [
    one,
    calling,
    logIn,
    revoke,
    disable,
    rename,
    remove,
    rotate('rotate'),
    rotate('rotate-too'),
  ]),
  makeScenario('clients', { prepare: prepareTwoSecrets, sharedTables, faults: 1 }, [endFirst, rename, logIn]),
];
