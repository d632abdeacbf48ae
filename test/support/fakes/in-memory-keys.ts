import type { KeySecrets, KeyVersions } from '../../../shared/domain/key-secrets.ts';
import type { TokenKind } from '../../../shared/domain/tokens.ts';

/** Signing keys in memory; `put` collects the keys themselves, in their order. */
export const makeInMemoryKeys = (
  existing: Readonly<Record<TokenKind, KeyVersions>>,
  now: () => number,
): KeySecrets & { readonly keys: readonly string[] } => {
  const versions: Record<TokenKind, KeyVersions> = { ...existing };
  const keys: string[] = [];
  return {
    keys,
    find: async (kind) => versions[kind],
    put: async (kind, key) => {
      keys.push(key);
      const current = { keyId: `${kind}-${keys.length}`, createdAt: now() };
      versions[kind] = { current, previous: versions[kind].current };
      return current.keyId;
    },
  };
};
