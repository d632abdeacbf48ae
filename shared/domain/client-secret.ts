import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Instant } from './instant.ts';

/** One of the secrets that an API client can log in with; what is kept of it. */
export interface ClientSecret {
  /** SHA-256 of the secret, in hexadecimal. A generated secret needs no slow hash: there is nothing to guess. */
  readonly digest: string;
  readonly createdAt: Instant;
  /** The moment from which the secret is dead, once another has taken its place. */
  readonly endsAt?: Instant;
  /** When somebody last logged in with it, to the hour. */
  readonly lastUsedAt?: Instant;
}

/** Lets secret scanners and people recognise a secret that has leaked. */
export const SECRET_PREFIX = 'cks_';
const SECRET_BYTES = 32;

/** A new secret of 256 random bits. */
export const generateSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');

export const digestSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export const isLive = (secret: ClientSecret, now: Instant): boolean =>
  secret.endsAt === undefined || now < secret.endsAt;

const USE_IS_NOTED_EVERY_MILLISECONDS = 60 * 60_000;

/** Whether a log-in at `now` tells the operator more than is known. */
export const isLastUsedStale = ({ lastUsedAt }: ClientSecret, now: Instant): boolean =>
  lastUsedAt === undefined || now - lastUsedAt >= USE_IS_NOTED_EVERY_MILLISECONDS;

/** Compared in constant time: how long it takes tells nothing of where two digests differ. */
export const matchesSecret = (secret: ClientSecret, digest: string): boolean =>
  timingSafeEqual(Buffer.from(secret.digest, 'hex'), Buffer.from(digest, 'hex'));
