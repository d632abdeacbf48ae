import type { CryptoKey } from 'jose';
import type { Instant } from '../../domain/instant.ts';

/** A key and the `kid` by which tokens name it. */
export interface NamedKey {
  readonly keyId: string;
  readonly key: CryptoKey;
}

/** The keys that verify one kind of token. Throws ServiceError `dependency_unavailable` if the keys cannot be read. */
export interface VerificationKeys {
  /** A key that valid tokens may be signed with. */
  find(keyId: string): Promise<NamedKey | undefined>;
}

/** A key that signs, and when it was created. */
export interface SigningKey extends NamedKey {
  readonly createdAt: Instant;
}

/** The keys that sign one kind of token. Methods throw ServiceError `dependency_unavailable` if no key can be read. */
export interface SigningKeys extends VerificationKeys {
  /** The key that signs now. */
  current(): Promise<SigningKey>;
  find(keyId: string): Promise<SigningKey | undefined>;
}
