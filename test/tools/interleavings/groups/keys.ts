import { ListSecretVersionIdsCommand } from '@aws-sdk/client-secrets-manager';
import { makePair, makePublicKeys, makePublishingKeys } from '../../../../shared/adapters/keys/access-keys.ts';
import { makeRefreshKeys } from '../../../../shared/adapters/keys/signing-keys.ts';
import { makeVersionReader } from '../../../../shared/adapters/secrets-manager/key-secrets.ts';
import { NEW_KEY_DELAY_MILLISECONDS, type PublicKey } from '../../../../shared/domain/signing-keys.ts';
import type { TokenKind } from '../../../../shared/domain/tokens.ts';
import { localKeySecrets } from '../../../../shared/local-service.ts';
import { rotateKeys } from '../../../../shared/use-cases/keys/keys.ts';
import type { Findings } from '../../invariants/violation.ts';
import { attemptsOf, valuesOf, type Actor, type Context, type Group, type RunRecord, type Stores } from '../actor.ts';
import { moveClock } from '../clock.ts';
import { administer } from '../company.ts';
import { FIRST_SECRETS, HOUR, NOON } from '../world.ts';

const lifetimes = { accessTokenSeconds: 3_600, refreshTokenSeconds: 7 * 24 * 3_600 };

/** The keys that sign at the beginning. */
const FIRST_KEY = 'access-1';
const FIRST_REFRESH_KEY = 'refresh-1';

const publishFirst = async ({ publicKeys }: Stores): Promise<void> => {
  const { x } = makePair(FIRST_SECRETS.access);
  const publishedAt = NOON - 24 * HOUR;
  await publicKeys.publish({ kid: FIRST_KEY, x, publishedAt, signsFrom: publishedAt });
};

/** An operator who rotates the keys of one kind of token. */
const rotating = (name: string, kind: TokenKind = 'access'): Actor =>
  administer(name, async (context) => void (await rotateKeys({ ...context, lifetimes }, [kind], false)), {
    changes: () => 0,
  });

/** Starts one process of `auth` and one that verifies tokens, each with its own caches. */
const startFunctions = ({ secrets, publicKeys: registry, now, call }: Context) => {
  const pause = (milliseconds: number) => call('a second passes', (world) => void (world.now += milliseconds));
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
  request: async (context) => {
    const { auth, verifier } = startFunctions(context);
    await verifier.find(FIRST_KEY);
    const seen: SeenToken[] = [];
    while (seen.length < 2) {
      const { keyId } = await auth.current();
      const signedAt = context.now();
      seen.push({ keyId, signedAt, isAccepted: (await verifier.find(keyId)) !== undefined });
    }
    return seen;
  },
});

/**
 * Checks that all tokens are accepted, that no key ends before the tokens that it signed, and that of simultaneous rotations one
 * succeeds. The first key signed a token just before the beginning.
 */
const judgeTokens = (run: RunRecord): Findings => {
  const published = run.world.database.items('signingKeys') as unknown as PublicKey[];
  const endOf = (keyId: string): number => published.find(({ kid }) => kid === keyId)?.verifiesUntil ?? Infinity;
  const seen = valuesOf(run.attempts).flatMap((tokens) => (tokens ?? []) as readonly SeenToken[]);
  const first: SeenToken = { keyId: FIRST_KEY, signedAt: NOON, isAccepted: true };
  const command = new ListSecretVersionIdsCommand({ SecretId: localKeySecrets.access });
  const { Versions } = run.world.secrets.perform(command) as { Versions: { readonly VersionId: string }[] };
  const ids = Versions.map(({ VersionId }) => VersionId);
  return {
    'no live token is refused': [first, ...seen].filter(
      ({ keyId, signedAt, isAccepted }) => !isAccepted || endOf(keyId) < signedAt + lifetimes.accessTokenSeconds * 1000,
    ),
    'only one of two simultaneous rotations succeeds': ids.includes(FIRST_KEY) ? [] : [ids],
  };
};

/** A new process. It reads the keys of refresh tokens, to verify a token signed by the key that is current at the beginning. */
const lookingUp: Actor = {
  name: 'function',
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

const gates = [loggingIn('gate'), loggingIn('other')];
const operators = [rotating('operator'), rotating('another')];
const prepareNothing = async (): Promise<void> => undefined;

/** Rotations and look-ups of signing keys. */
export const keyGroups: readonly Group[] = [
  {
    name: 'keys',
    prepare: publishFirst,
    actors: [...gates, ...operators, moveClock('clock', NEW_KEY_DELAY_MILLISECONDS)],
    judge: judgeTokens,
  },
  { name: 'first-key', prepare: prepareNothing, actors: gates, size: [2, 2], judge: judgeTokens },
  {
    name: 'refresh-keys',
    prepare: prepareNothing,
    actors: [lookingUp, rotating('refresh-rotation', 'refresh')],
    size: [2, 2],
    judge: judgeLookUp,
  },
];
