import type { Instant } from './instant.ts';
import type { TokenKind } from './tokens.ts';

/** How long functions cache keys. They notice a rotation within this time. */
export const KEY_CACHE_MILLISECONDS = 5 * 60_000;
/**
 * How long a new key must wait before it signs. A function that read the keys just before the rotation would refuse its tokens
 * until it reads them again. The delay is the cache time and a margin for clocks that differ.
 */
export const NEW_KEY_DELAY_MILLISECONDS = KEY_CACHE_MILLISECONDS + 30_000;

/** What an operator sees of a signing key: never the key itself. */
export interface KeyVersion {
  readonly keyId: string;
  readonly createdAt: Instant;
}

/** The current key and, after a rotation, the previous one, whose tokens are still valid. */
export interface KeyVersions {
  readonly current: KeyVersion;
  readonly previous?: KeyVersion;
}

/** The store of signing keys. */
export interface KeySecrets {
  find(kind: TokenKind): Promise<KeyVersions>;
  /**
   * Adds a new key as the current one. The current key in `replaced` becomes the previous one, and the previous key in `replaced` is
   * deleted.
   * @returns the new key's id.
   * @throws UseCaseError `key_rotated_meanwhile` if another rotation replaced it since
   */
  replace(kind: TokenKind, replaced: KeyVersions, key: string): Promise<string>;
}
