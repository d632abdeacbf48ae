import { MINUTE, type Instant } from './instant.ts';

/** If a function instance read the keys longer ago than this, its next request rereads them in the background. */
export const KEY_REFRESH_MILLISECONDS = MINUTE;
/** If a function instance read the keys longer ago than this, its next request waits until it has reread them. */
export const MAX_CACHED_KEYS_AGE_MILLISECONDS = 5 * MINUTE;

export interface PublicKey {
  readonly kid: string;
  /** The 32 bytes of the key in base64url: `x` of its JWK (RFC 8037, section 2). */
  readonly x: string;
  readonly publishedAt: Instant;
  /** By this time, every verifier knows the key. */
  readonly signsFrom: Instant;
  /** From this time, the key's tokens are rejected. Absent until the key has a successor. */
  readonly verifiesUntil?: Instant;
}

export interface PublicKeyRegistry {
  /** Reads consistently. */
  list(): Promise<readonly PublicKey[]>;
  publish(key: PublicKey): Promise<void>;
  /** Sets the end of a key, unless the key already ends earlier. */
  retire(kid: string, verifiesUntil: Instant): Promise<void>;
}

export const isVerifying = ({ verifiesUntil }: Pick<PublicKey, 'verifiesUntil'>, now: Instant): boolean =>
  verifiesUntil === undefined || now < verifiesUntil;
