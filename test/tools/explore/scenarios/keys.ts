import { ListSecretVersionIdsCommand } from '@aws-sdk/client-secrets-manager';
import { makeSigningKeys, makeVersionReader } from '../../../../shared/adapters/secrets-manager/signing-keys.ts';
import { localKeySecrets } from '../../../../shared/local-service.ts';
import { rotateKeys } from '../../../../shared/use-cases/keys/rotate-key.ts';
import { findLostKeys } from '../../invariants/client-invariants.ts';
import type { Violation } from '../../invariants/violation.ts';
import type { Actor, Scenario, RunRecord } from '../scenario.ts';
import { administrator } from './company.ts';

const lifetimes = { accessTokenSeconds: 3_600, refreshTokenSeconds: 7 * 24 * 3_600 };

/** The key that signs when a scenario begins. */
const FIRST_KEY = 'access-1';

/** An operator rotates the keys of access tokens. */
const rotating = (name: string): Actor => ({
  name,
  willRepeat: false,
  request: async ({ keys, log, now }) => {
    const context = { keys, adminLog: log, actor: administrator, lifetimes, now };
    const { rotations } = await rotateKeys(context, ['access'], false);
    return rotations.map(({ keyId }) => keyId);
  },
});

/** Tokens of the previous key are still valid, no matter how many rotations ran at once. */
const judgeRotations = ({ environment }: RunRecord): Violation[] => {
  const command = new ListSecretVersionIdsCommand({ SecretId: localKeySecrets.access });
  const { Versions } = environment.secrets.perform(command) as { Versions: { readonly VersionId: string }[] };
  return findLostKeys(
    FIRST_KEY,
    Versions.map(({ VersionId }) => VersionId),
  );
};

/** A function that starts and reads the keys to verify a token of the signing key. */
const lookingUp: Actor = {
  name: 'function',
  willRepeat: false,
  request: async ({ secrets, now }) => {
    const keys = makeSigningKeys(makeVersionReader(secrets, localKeySecrets.access), now);
    const [found, current] = await Promise.all([keys.find(FIRST_KEY), keys.current()]);
    return { isKnown: found !== undefined, signsWith: current.keyId };
  },
};

const judgeLookUp = ({ attempts }: RunRecord): Violation[] =>
  (attempts['function'] ?? []).flatMap((attempt) => {
    if (attempt.end !== 'succeeded') return [];
    const { isKnown, signsWith } = attempt.value as { isKnown: boolean; signsWith: string };
    return isKnown && signsWith === FIRST_KEY
      ? []
      : [{ invariant: 'a look-up finds the key that signs', detail: JSON.stringify(attempt.value) }];
  });

/** Signing keys. */
export const keyScenarios: readonly Scenario[] = [
  {
    name: 'two-rotations',
    prepare: async () => undefined,
    actors: [rotating('one'), rotating('other')],
    meetIn: [],
    faults: 2,
    smallFaults: 1,
    maxCalls: 20,
    judge: judgeRotations,
  },
  {
    name: 'key-look-up',
    prepare: async () => undefined,
    actors: [lookingUp, rotating('one')],
    meetIn: [],
    faults: 2,
    smallFaults: 1,
    maxCalls: 20,
    judge: judgeLookUp,
  },
];
