import { DAY, MINUTE, type Instant } from './instant.ts';
import type { TokenKind } from './tokens.ts';

/** If a function instance read the keys longer ago than this, its next request rereads them in the background. */
export const KEY_REFRESH_MILLISECONDS = MINUTE;
/** If a function instance read the keys longer ago than this, its next request waits until it has reread them. */
export const MAX_CACHED_KEYS_AGE_MILLISECONDS = 5 * MINUTE;
/** How long a new key waits before it signs. By then, every busy function has read it, even if clocks differ a little. */
export const NEW_KEY_DELAY_MILLISECONDS = KEY_REFRESH_MILLISECONDS + 30_000;

/** The version of a key, without the key itself. */
export interface KeyVersion {
  readonly keyId: string;
  readonly createdAt: Instant;
}

export const ageInDays = ({ createdAt }: Pick<KeyVersion, 'createdAt'>, now: Instant): number =>
  Math.floor(Math.max(0, now - createdAt) / DAY);

/** Default age in days at which an operator should rotate a key. */
export const DEFAULT_MAX_KEY_AGE_DAYS = 400;

/** `previous`: the key that the last rotation replaced. The tokens that it signed stay valid until they expire. */
export interface KeyVersions {
  readonly current: KeyVersion;
  readonly previous?: KeyVersion;
}

export interface KeySecrets {
  find(kind: TokenKind): Promise<KeyVersions>;
  /**
   * Adds a new current key. `replaced.current` becomes the previous key, and `replaced.previous` is deleted.
   * @returns the id of the new key
   * @throws UseCaseError `key_rotated_meanwhile` if another rotation came first
   */
  replace(kind: TokenKind, replaced: KeyVersions, key: string): Promise<string>;
}
