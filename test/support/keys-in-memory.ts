import { makeKeySecret } from '../../shared/adapters/secrets-manager/key-secret.ts';
import type { KeySecret, KeyVersion, KeyVersions } from '../../shared/domain/signing-keys.ts';
import { makeMemorySecrets } from './memory-secrets.ts';

const toVersion = ({ keyId, createdAt }: KeyVersion) => ({
  VersionId: keyId,
  SecretString: `value of ${keyId}`,
  CreatedDate: createdAt,
});

/** The signing key's secret, in a Secrets Manager in memory; `keys` collects the values of new keys in order. */
export const makeInMemoryKey = (
  { current, previous }: KeyVersions,
  now: () => number,
): KeySecret & { readonly keys: readonly string[] } => {
  const versions = [current, ...(previous ? [previous] : [])].map(toVersion);
  const secret = makeKeySecret(makeMemorySecrets({ key: versions }, now), 'key');
  const keys: string[] = [];
  return {
    ...secret,
    keys,
    async replace(replaced, key) {
      const keyId = await secret.replace(replaced, key);
      keys.push(key);
      return keyId;
    },
  };
};
