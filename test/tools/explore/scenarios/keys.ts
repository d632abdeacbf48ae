import { ListSecretVersionIdsCommand } from '@aws-sdk/client-secrets-manager';
import { makePair, makePublicKeys, makePublishingKeys } from '../../../../shared/adapters/keys/access-keys.ts';
import { makeRefreshKeys } from '../../../../shared/adapters/keys/signing-keys.ts';
import { makeVersionReader } from '../../../../shared/adapters/secrets-manager/key-secrets.ts';
import { NEW_KEY_DELAY_MILLISECONDS, type PublicKey } from '../../../../shared/domain/signing-keys.ts';
import type { TokenKind } from '../../../../shared/domain/tokens.ts';
import { localKeySecrets } from '../../../../shared/local-service.ts';
import { rotateKeys } from '../../../../shared/use-cases/keys/keys.ts';
import type { Findings } from '../../invariants/violation.ts';
import type { ActorStores } from '../actor-stores.ts';
import { FIRST_SECRETS, HOUR, NOON } from '../environment.ts';
import {
  attemptsOf,
  makeScenario,
  valuesOf,
  type Actor,
  type ActorContext,
  type RunRecord,
  type Scenario,
} from '../scenario.ts';
import { moveClock } from './clock.ts';
import { administer } from './company.ts';

const lifetimes = { accessTokenSeconds: 3_600, refreshTokenSeconds: 7 * 24 * 3_600 };

/** The keys that sign when a scenario begins. */
const FIRST_KEY = 'access-1';
const FIRST_REFRESH_KEY = 'refresh-1';

const publishFirst = async ({ publicKeys }: ActorStores): Promise<void> => {
  const { x } = makePair(FIRST_SECRETS.access);
  const publishedAt = NOON - 24 * HOUR;
  await publicKeys.publish({ kid: FIRST_KEY, x, publishedAt, signsFrom: publishedAt });
};

/** An operator who rotates the keys of one kind of token. */
const rotating = (name: string, kind: TokenKind = 'access'): Actor => ({
  ...administer(name, async (context) => void (await rotateKeys({ ...context, lifetimes }, [kind], false))),
  changes: () => 0,
});

/** Checks that tokens of the first key are still valid, however many rotations ran at once. */
const judgeRotations = ({ environment }: RunRecord): Findings => {
  const command = new ListSecretVersionIdsCommand({ SecretId: localKeySecrets.access });
  const { Versions } = environment.secrets.perform(command) as { Versions: { readonly VersionId: string }[] };
  const ids = Versions.map(({ VersionId }) => VersionId);
  return { 'only one of two simultaneous rotations succeeds': ids.includes(FIRST_KEY) ? [] : [ids] };
};

/** Starts one process of `auth` and one that verifies tokens, each with its own caches. */
const startFunctions = ({ secrets, publicKeys: registry, now, call }: ActorContext) => {
  const pause = (milliseconds: number) =>
    call('a second passes', (environment) => void (environment.now += milliseconds), false);
  const clock = { now, pause };
  const readVersions = makeVersionReader(secrets, localKeySecrets.access);
  return {
    auth: makePublishingKeys({ readVersions, registry, clock, ...lifetimes }),
    verifier: makePublicKeys(registry, clock),
  };
};

interface SeenToken {
  readonly keyId: string;
  readonly isAccepted: boolean;
  readonly signedAt: number;
}

/** A gate that logs in twice. Each token is verified by a process that read the public keys before the first log-in. */
const loggingIn = (name: string): Actor => ({
  name,
  willRetry: false,
  request: async (context) => {
    const { auth, verifier } = startFunctions(context);
    await verifier.find(FIRST_KEY);
    const seen: SeenToken[] = [];
    for (let times = 1; times <= 2; times += 1) {
      const { keyId } = await auth.current();
      const signedAt = context.now();
      seen.push({ keyId, signedAt, isAccepted: (await verifier.find(keyId)) !== undefined });
    }
    return seen;
  },
});

/**
 * Checks that all tokens are accepted, and that no key ends before the tokens that it signed. The first key signed a token just
 * before the scenario began.
 */
const judgeTokens = (run: RunRecord): Findings => {
  const published = run.environment.database.items('signingKeys') as unknown as PublicKey[];
  const endOf = (keyId: string): number => published.find(({ kid }) => kid === keyId)?.verifiesUntil ?? Infinity;
  const seen = valuesOf(run.attempts).flatMap((tokens) => (tokens ?? []) as readonly SeenToken[]);
  const first: SeenToken = { keyId: FIRST_KEY, signedAt: NOON, isAccepted: true };
  return {
    'no live token is refused': [first, ...seen].filter(
      ({ keyId, signedAt, isAccepted }) => !isAccepted || endOf(keyId) < signedAt + lifetimes.accessTokenSeconds * 1000,
    ),
  };
};

/** A new process. It reads the keys of refresh tokens, to verify a token signed by the key that is current at the beginning. */
const lookingUp: Actor = {
  name: 'function',
  willRetry: false,
  request: async ({ secrets, now }) => {
    const clock = { now, pause: async () => undefined };
    const keys = makeRefreshKeys(makeVersionReader(secrets, localKeySecrets.refresh), clock);
    const [found, current] = await Promise.all([keys.find(FIRST_REFRESH_KEY), keys.current()]);
    return { isKnown: found !== undefined, signsWith: current.keyId };
  },
};

const judgeLookUp = (run: RunRecord): Findings => ({
  'a look-up finds the key that signs': valuesOf(attemptsOf(run, lookingUp.name)).filter((value) => {
    const { isKnown, signsWith } = value as { isKnown: boolean; signsWith: string };
    return !isKnown || signsWith !== FIRST_REFRESH_KEY;
  }),
});

const gate = loggingIn('gate');
const otherGate = loggingIn('other');
const operator = rotating('operator');
const judge = (run: RunRecord): Findings => ({ ...judgeTokens(run), ...judgeRotations(run) });
const [prepare, sharedTables] = [publishFirst, ['signingKeys'] as const];
const prepareNothing = async (): Promise<void> => undefined;
const delay = moveClock('clock', NEW_KEY_DELAY_MILLISECONDS);

/** Rotations and look-ups of signing keys. */
export const keyScenarios: readonly Scenario[] = [
  makeScenario('keys', { prepare, judge, sharedTables, faults: 2 }, [operator, rotating('another')]),
  makeScenario('keys', { prepare: prepareNothing, judge: judgeLookUp, sharedTables, faults: 2 }, [
    lookingUp,
    rotating('refresh-rotation', 'refresh'),
  ]),
  makeScenario('first-key', { prepare: prepareNothing, judge, sharedTables, faults: 1 }, [gate, otherGate]),
  makeScenario('keys', { prepare, judge, sharedTables, faults: 2 }, [gate, operator]),
  makeScenario('keys', { prepare, judge, sharedTables, faults: 0 }, [gate, otherGate, operator]),
  makeScenario('keys', { prepare, judge, sharedTables: 'everything', faults: 1 }, [gate, operator, delay]),
];
