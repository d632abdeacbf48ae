import { ListSecretVersionIdsCommand } from '@aws-sdk/client-secrets-manager';
import { makePair } from '../../../../shared/adapters/keys/key-pair.ts';
import { makePublishingKeys } from '../../../../shared/adapters/keys/signing-keys.ts';
import { cachePublishedKeys, makeFindVerificationKey } from '../../../../shared/adapters/keys/verification-keys.ts';
import { makeVersionReader } from '../../../../shared/adapters/secrets-manager/key-secret.ts';
import { DAY } from '../../../../shared/domain/instant.ts';
import { NEW_KEY_DELAY_MILLISECONDS } from '../../../../shared/domain/signing-keys.ts';
import type { PublicKey } from '../../../../shared/domain/public-key.ts';
import { LOCAL_KEY_SECRET } from '../../../../shared/local-service.ts';
import { rotateKey } from '../../../../shared/use-cases/keys/keys.ts';
import type { Findings } from '../../invariants/violation.ts';
import { moveClock, valuesOf, type Actor, type Context, type Group, type Run, type Stores } from '../actor.ts';
import { administer } from '../company.ts';
import { FIRST_KEY, FIRST_SECRET, NOON } from '../world.ts';

const tokenSeconds = 7 * 24 * 3_600;
const lifetimes = { accessTokenSeconds: 3_600, refreshTokenSeconds: tokenSeconds };

const publishFirst = async ({ publicKeys }: Stores): Promise<void> => {
  const publishedAt = NOON - DAY;
  await publicKeys.publish({ kid: FIRST_KEY, x: makePair(FIRST_SECRET).x, publishedAt, signsFrom: publishedAt });
};

/** An operator who rotates the key. */
const rotating = (name: string): Actor =>
  administer(name, (context) => rotateKey({ ...context, lifetimes }, false), { changes: () => 0 });

/** Starts one process of `auth` and one that verifies tokens, each with its own caches. */
const startFunctions = ({ secrets, publicKeys: registry, now }: Context) => {
  const readVersions = makeVersionReader(secrets, LOCAL_KEY_SECRET);
  const published = cachePublishedKeys(registry, now);
  return {
    auth: makePublishingKeys({ readVersions, registry, published, tokenSeconds, now }),
    findKey: makeFindVerificationKey(cachePublishedKeys(registry, now), now),
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
    const { auth, findKey } = startFunctions(context);
    await findKey(FIRST_KEY);
    const seen: SeenToken[] = [];
    while (seen.length < 2) {
      const { keyId } = await auth.current();
      const signedAt = context.now();
      seen.push({ keyId, signedAt, isAccepted: (await findKey(keyId)) !== undefined });
    }
    return seen;
  },
});

const gates = [loggingIn('gate'), loggingIn('other')];

/** Checks that all tokens are accepted, that no key ends before its tokens, and that of simultaneous rotations one succeeds. */
const judge = (run: Run): Findings => {
  const published = run.world.database.items('signingKeys') as unknown as PublicKey[];
  const endOf = (keyId: string): number => published.find(({ kid }) => kid === keyId)?.verifiesUntil ?? Infinity;
  const seen = valuesOf(run.attempts.filter(({ actor }) => gates.includes(actor))) as SeenToken[][];
  const before: SeenToken = { keyId: FIRST_KEY, signedAt: NOON, isAccepted: true };
  const command = new ListSecretVersionIdsCommand({ SecretId: LOCAL_KEY_SECRET });
  const { Versions } = run.world.secrets.perform(command) as { Versions: { readonly VersionId: string }[] };
  const ids = Versions.map(({ VersionId }) => VersionId);
  return {
    // The first key may also have signed a token just before.
    'no live token is refused': [before, ...seen.flat()].filter(
      ({ keyId, signedAt, isAccepted }) => !isAccepted || endOf(keyId) < signedAt + tokenSeconds * 1000,
    ),
    'only one of two simultaneous rotations succeeds': ids.includes(FIRST_KEY) ? [] : [ids],
  };
};

/** Log-ins and rotations of the signing key. */
export const keyGroups: readonly Group[] = [
  {
    name: 'keys',
    prepare: publishFirst,
    actors: [...gates, rotating('operator'), rotating('another'), moveClock('clock', NEW_KEY_DELAY_MILLISECONDS)],
    judge,
  },
  { name: 'first-key', prepare: async () => undefined, actors: gates, size: [2, 2], judge },
];
