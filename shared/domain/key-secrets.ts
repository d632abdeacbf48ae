import type { Instant } from './instant.ts';
import type { TokenKind } from './tokens.ts';

/** How long functions use keys before they look them up again; a rotation is noticed no later. */
export const KEYS_ARE_FRESH_MILLISECONDS = 5 * 60_000;
/**
 * A key that has just been put signs nothing yet: another function may have looked a moment before, and would refuse its
 * tokens. By then all have looked again; the rest is for clocks that differ.
 */
export const NEW_KEY_WAITS_MILLISECONDS = KEYS_ARE_FRESH_MILLISECONDS + 30_000;

/** A signing key as the operator sees it: never the key itself. */
export interface KeyVersion {
  readonly keyId: string;
  readonly createdAt: Instant;
}

/** The key in force and, once there was a rotation, the one before it, which still verifies. */
export interface KeyVersions {
  readonly current: KeyVersion;
  readonly previous?: KeyVersion;
}

/** Where the signing keys are kept. */
export interface KeySecrets {
  find(kind: TokenKind): Promise<KeyVersions>;
  /**
   * Puts a new key in force in the place of the current one of `replaced`; the one before it is gone.
   * @returns the new key's id.
   * @throws UseCaseError `key_rotated_meanwhile` where another key was put in its place since
   */
  replace(kind: TokenKind, replaced: KeyVersions, key: string): Promise<string>;
}
