import type { KeySecrets, KeyVersions } from '../../../shared/domain/key-secrets.ts';
import { UseCaseError } from '../../../shared/domain/use-case-error.ts';
import type { TokenKind } from '../../../shared/domain/tokens.ts';

/** Signing keys in memory; `replace` collects the values of new keys, in order. */
export const makeInMemoryKeys = (
  existing: Readonly<Record<TokenKind, KeyVersions>>,
  now: () => number,
): KeySecrets & { readonly keys: readonly string[] } => {
  const versions: Record<TokenKind, KeyVersions> = { ...existing };
  const keys: string[] = [];
  return {
    keys,
    find: async (kind) => versions[kind],
    replace: async (kind, replaced, key) => {
      if (versions[kind].current.keyId !== replaced.current.keyId) {
        throw new UseCaseError('key_rotated_meanwhile', { kind });
      }
      keys.push(key);
      const current = { keyId: `${kind}-${keys.length}`, createdAt: now() };
      versions[kind] = { current, previous: versions[kind].current };
      return current.keyId;
    },
  };
};
