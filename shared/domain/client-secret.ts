import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Instant } from './instant.ts';

/** A secret that an API client can log in with, as it is stored. */
export interface ClientSecret {
  /** SHA-256 of the secret, in hexadecimal. 256 random bits cannot be guessed, so no slow hash is needed. */
  readonly digest: string;
  /** The secret's last four characters, so that people can tell secrets apart. */
  readonly last4: string;
  readonly createdAt: Instant;
  /** The repeatable request that created it, if any. */
  readonly requestId?: string;
  /** When the secret ends; set by a rotation. */
  readonly endsAt?: Instant | undefined;
  /** The last log-in with it, to the hour. */
  readonly lastUsedAt?: Instant;
}

/** A prefix by which secret scanners and people recognise a leaked secret. */
export const SECRET_PREFIX = 'cks_';
const SECRET_BYTES = 32;
const SECRET_ID_PREFIX = 'sec_';
const SECRET_ID_LENGTH = 16;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A new secret of 256 random bits. */
export const generateSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');

export const digestSecret = (secret: string): string => sha256(secret);

/** A new secret and its stored form. */
export const createSecret = (
  now: Instant,
  { requestId }: Pick<ClientSecret, 'requestId'> = {},
): { clientSecret: string; secret: ClientSecret } => {
  const clientSecret = generateSecret();
  return {
    clientSecret,
    secret: {
      digest: digestSecret(clientSecret),
      last4: clientSecret.slice(-4),
      createdAt: now,
      ...(requestId !== undefined && { requestId }),
    },
  };
};

/** The public id of a secret, derived from its digest. */
export const secretIdOf = ({ digest }: Pick<ClientSecret, 'digest'>): string =>
  SECRET_ID_PREFIX + sha256(`secret id of ${digest}`).slice(0, SECRET_ID_LENGTH);

export const isLive = (secret: ClientSecret, now: Instant): boolean =>
  secret.endsAt === undefined || now < secret.endsAt;

/** The live secrets of a client at `now`, the older first: one or two. */
export const liveSecrets = ({ secrets }: { readonly secrets: readonly ClientSecret[] }, now: Instant): ClientSecret[] =>
  secrets.filter((secret) => isLive(secret, now));

const LAST_USE_INTERVAL_MILLISECONDS = 60 * 60_000;

/** Whether a log-in at `now` changes the recorded hour of the last use. */
export const isLastUsedStale = ({ lastUsedAt }: ClientSecret, now: Instant): boolean =>
  lastUsedAt === undefined || now - lastUsedAt >= LAST_USE_INTERVAL_MILLISECONDS;

/** Compares in constant time, so that the duration does not reveal where two digests differ. */
export const matchesSecret = (secret: ClientSecret, digest: string): boolean =>
  timingSafeEqual(Buffer.from(secret.digest, 'hex'), Buffer.from(digest, 'hex'));
