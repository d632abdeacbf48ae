import { makeKeySecrets } from '../../shared/adapters/secrets-manager/key-secrets.ts';
import type { KeySecrets, KeyVersion, KeyVersions } from '../../shared/domain/signing-keys.ts';
import type { TokenKind } from '../../shared/domain/tokens.ts';
import { makeMemorySecrets } from './memory-secrets.ts';

const toVersion = ({ keyId, createdAt }: KeyVersion) => ({
  VersionId: keyId,
  SecretString: `value of ${keyId}`,
  CreatedDate: createdAt,
});

const toVersions = ({ current, previous }: KeyVersions) => [current, ...(previous ? [previous] : [])].map(toVersion);

/** The store of signing keys on a Secrets Manager in memory; `keys` collects the values of new keys in order. */
export const makeInMemoryKeys = (
  { access, refresh }: Readonly<Record<TokenKind, KeyVersions>>,
  now: () => number,
): KeySecrets & { readonly keys: readonly string[] } => {
  const secrets = makeMemorySecrets({ access: toVersions(access), refresh: toVersions(refresh) }, now);
  const store = makeKeySecrets(secrets, { access: 'access', refresh: 'refresh' });
  const keys: string[] = [];
  return {
    ...store,
    keys,
    async replace(kind, replaced, key) {
      const keyId = await store.replace(kind, replaced, key);
      keys.push(key);
      return keyId;
    },
  };
};
