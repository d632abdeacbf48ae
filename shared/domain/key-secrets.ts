import type { Instant } from './instant.ts';
import type { TokenKind } from './tokens.ts';

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
  /** Puts a new key in force; the one before the current one is gone. @returns the new key's id. */
  put(kind: TokenKind, key: string): Promise<string>;
}
