import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { CryptoKey } from 'jose';
import type { Instant } from '../../domain/instant.ts';
import { callBudgets, type CallBudget } from '../sdk/call-budget.ts';
import { translateFailure } from '../sdk/sdk-failure.ts';
import { KEY_CACHE_MILLISECONDS, NEW_KEY_DELAY_MILLISECONDS } from '../../domain/key-secrets.ts';

/** A key and the `kid` by which tokens name it. */
export interface SigningKey {
  readonly keyId: string;
  readonly key: CryptoKey;
  readonly createdAt: Instant;
}

/** The keys of one kind of token. Methods throw ServiceError `dependency_unavailable` if no key can be read. */
export interface SigningKeys {
  /** The key that signs now: the current one, if every function that checks tokens already knows it; else the previous one. */
  current(): Promise<SigningKey>;
  /** A key that valid tokens may be signed with: the current or the previous one. */
  find(keyId: string): Promise<SigningKey | undefined>;
}

export type ReadVersion = (stage: 'AWSCURRENT' | 'AWSPREVIOUS') => Promise<SigningKey | undefined>;

/** The least time between look-ups of an unknown key id, so that forged tokens cannot cause many calls. */
const UNKNOWN_KEY_PAUSE_MILLISECONDS = 30_000;

/** @param secret HS256 needs 256 bits or more (RFC 7518, section 3.2); the deployment generates 64 characters. */
const importKey = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', Buffer.from(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);

/**
 * Reads the two versions of a secret that Secrets Manager keeps: AWSCURRENT, and AWSPREVIOUS, the version before
 * the last rotation. A version's id is its key's `kid`.
 */
export const makeVersionReader = (client: Pick<SecretsManagerClient, 'send'>, SecretId: string): ReadVersion => {
  return async (VersionStage) => {
    try {
      const version = await client.send(new GetSecretValueCommand({ SecretId, VersionStage }));
      const key = await importKey(version.SecretString as string);
      return { keyId: version.VersionId as string, key, createdAt: Number(version.CreatedDate) };
    } catch (error) {
      const isNotThere = error instanceof Error && error.name === 'ResourceNotFoundException';
      // A secret that was never rotated has no previous version.
      if (isNotThere && VersionStage === 'AWSPREVIOUS') return undefined;
      throw translateFailure('Secrets Manager', error);
    }
  };
};

export const connectSecrets = (budget: CallBudget = callBudgets.request()): SecretsManagerClient =>
  new SecretsManagerClient(budget);

/** Caches the keys: they are read at a cold start, for an unknown `kid`, and every five minutes. */
export const makeSigningKeys = (readVersion: ReadVersion, now: () => number = Date.now): SigningKeys => {
  let keys: Promise<SigningKey[]> | undefined;
  let lookedUpAt = 0;

  /**
   * Reads the current key first: after a rotation in between, it is read again as the previous one. Parallel reads could
   * return the newest key and the one that the rotation dropped, and miss the key between them.
   */
  const read = async (): Promise<SigningKey[]> => {
    const current = await readVersion('AWSCURRENT');
    const previous = await readVersion('AWSPREVIOUS');
    return [current, previous].filter((version) => version !== undefined);
  };
  /** If the keys cannot be read again, the cached ones stay in use. */
  const lookUp = (): Promise<SigningKey[]> => {
    const before = keys;
    lookedUpAt = now();
    keys = read().catch((error: unknown) => {
      keys = before;
      if (before) return before;
      throw error;
    });
    return keys;
  };
  const keysNoOlderThan = (milliseconds: number): Promise<SigningKey[]> =>
    keys && now() - lookedUpAt < milliseconds ? keys : lookUp();

  return {
    async current() {
      const [current, previous] = (await keysNoOlderThan(KEY_CACHE_MILLISECONDS)) as [SigningKey, SigningKey?];
      return previous && now() - current.createdAt < NEW_KEY_DELAY_MILLISECONDS ? previous : current;
    },
    async find(keyId) {
      const findIn = (candidates: SigningKey[]) => candidates.find((candidate) => candidate.keyId === keyId);
      return (
        findIn(await keysNoOlderThan(KEY_CACHE_MILLISECONDS)) ??
        findIn(await keysNoOlderThan(UNKNOWN_KEY_PAUSE_MILLISECONDS))
      );
    },
  };
};
