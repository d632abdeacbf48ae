import type { CryptoKey } from 'jose';
import type { Instant } from '../../domain/instant.ts';

/** `keyId`: the `kid` in tokens. */
export interface NamedKey {
  readonly keyId: string;
  readonly key: CryptoKey;
}

/** The keys that verify one kind of token. */
export interface VerificationKeys {
  /** Resolves to undefined if no valid token has this `kid`. */
  find(keyId: string): Promise<NamedKey | undefined>;
}

export interface SigningKey extends NamedKey {
  readonly createdAt: Instant;
}

/** The keys that sign one kind of token. Methods throw ServiceError `dependency_unavailable` if no key can be read. */
export interface SigningKeys extends VerificationKeys {
  current(): Promise<SigningKey>;
  find(keyId: string): Promise<SigningKey | undefined>;
}
