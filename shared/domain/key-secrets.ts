import { DAY, MINUTE, type Instant } from './instant.ts';
import type { TokenKind } from './tokens.ts';

/** After this time, functions in use read the keys again in the background. */
export const KEY_REFRESH_MILLISECONDS = MINUTE;
/** If keys are older than this, the next request waits until they have been read again. */
export const MAX_KEY_AGE_MILLISECONDS = 5 * MINUTE;
/** How long a new key waits before it signs, so that functions in use have read it. Includes a margin for clocks that differ. */
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

/** `previous`: the key before the last rotation, whose tokens are still valid. */
export interface KeyVersions {
  readonly current: KeyVersion;
  readonly previous?: KeyVersion;
}

export interface KeySecrets {
  find(kind: TokenKind): Promise<KeyVersions>;
  /**
   * Adds a new current key. The current key in `replaced` becomes the previous one, and the previous key is deleted.
   * @returns the id of the new key
   * @throws UseCaseError `key_rotated_meanwhile` if another rotation came first
   */
  replace(kind: TokenKind, replaced: KeyVersions, key: string): Promise<string>;
}
