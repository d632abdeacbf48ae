import { DAY, MINUTE, type Instant } from './instant.ts';
import type { TokenKind } from './tokens.ts';

/** Functions in use reread the keys in the background after this time. */
export const KEY_REFRESH_MILLISECONDS = MINUTE;
/** The maximum age of cached keys: the next request waits until they are read again. */
export const MAX_KEY_AGE_MILLISECONDS = 5 * MINUTE;
/**
 * How long a new key waits before it signs. By then, the functions that are in use have read it: the wait is the time after which
 * they read the keys again, and a margin for clocks that differ. A function that was idle reads it with its first token.
 */
export const NEW_KEY_DELAY_MILLISECONDS = KEY_REFRESH_MILLISECONDS + 30_000;

/** What an operator sees of a signing key: never the key itself. */
export interface KeyVersion {
  readonly keyId: string;
  readonly createdAt: Instant;
}

/** The age of a key in whole days. */
export const ageInDays = ({ createdAt }: Pick<KeyVersion, 'createdAt'>, now: Instant): number =>
  Math.floor(Math.max(0, now - createdAt) / DAY);

/** Default of the age in days at which an operator should rotate a key. */
export const DEFAULT_MAX_KEY_AGE_DAYS = 400;

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
