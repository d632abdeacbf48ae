import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { DAY, HOUR, type Instant } from './instant.ts';
import { SECRET_NOTICE_DAYS } from '../rules/api-clients.ts';
import { defined } from '../rules/plain-values.ts';

export interface ClientSecret {
  /** SHA-256 in hexadecimal. A slow hash is not needed, because 256 random bits cannot be guessed. */
  readonly digest: string;
  /** The last 4 characters, by which people can tell secrets apart. */
  readonly last4: string;
  readonly createdAt: Instant;
  /** The end of the secret's lifetime, or of the grace period of a rotation, whichever is first. */
  readonly endsAt?: Instant | undefined;
  /** The end of the lifetime. Absent if the secret was created without one. */
  readonly expiresAt?: Instant | undefined;
  /** The last notice that was sent or skipped, as its value in `SECRET_NOTICE_DAYS`. */
  readonly noticedDays?: number | undefined;
  /** When this secret was last used for a log-in, or for refreshing the tokens of such a log-in. Recorded at most hourly. */
  readonly lastUsedAt?: Instant;
}

/** A prefix by which secret scanners and people recognise a leaked secret. */
const SECRET_PREFIX = 'cks_';
const SECRET_BYTES = 32;
const SECRET_ID_PREFIX = 'sec_';
const SECRET_ID_LENGTH = 16;

const generateSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');

export const digestSecret = (secret: string): string => hash('sha256', secret);

/** The latest notice whose time has come, which is the last match, because the days descend. Without an end, there is none. */
const latestNotice = (endsAt: Instant | undefined, now: Instant): number | undefined =>
  SECRET_NOTICE_DAYS.findLast((days) => endsAt !== undefined && endsAt - days * DAY <= now);

/**
 * Sets or removes the end of a secret. Skips the notices whose time has already passed: a person who sets the end to tomorrow
 * does not need a notice that it is near.
 */
export const withEnd = (
  { endsAt: _, noticedDays: _noticed, ...secret }: ClientSecret,
  endsAt: Instant | undefined,
  now: Instant,
): ClientSecret => defined({ ...secret, endsAt, noticedDays: latestNotice(endsAt, now) });

/** Returns the notice to send now, as its value in `SECRET_NOTICE_DAYS`. Leaves out earlier ones that were missed. */
export const dueNotice = (secret: ClientSecret, now: Instant): number | undefined => {
  const { endsAt, noticedDays = Infinity } = secret;
  const latest = latestNotice(endsAt, now);
  return latest !== undefined && latest < noticedDays && isLive(secret, now) ? latest : undefined;
};

export interface NewSecretOptions {
  readonly expiresInDays?: number | undefined;
}

export const createSecret = (
  now: Instant,
  { expiresInDays }: NewSecretOptions,
): { clientSecret: string; secret: ClientSecret } => {
  const clientSecret = generateSecret();
  const expiresAt = expiresInDays === undefined ? undefined : now + expiresInDays * DAY;
  const digest = digestSecret(clientSecret);
  const secret = defined({ digest, last4: clientSecret.slice(-4), createdAt: now, expiresAt });
  return { clientSecret, secret: withEnd(secret, expiresAt, now) };
};

/** People see this id. It does not reveal the digest. */
export const secretIdOf = ({ digest }: Pick<ClientSecret, 'digest'>): string =>
  SECRET_ID_PREFIX + hash('sha256', `secret id of ${digest}`).slice(0, SECRET_ID_LENGTH);

export const isLive = (secret: ClientSecret, now: Instant): boolean =>
  secret.endsAt === undefined || now < secret.endsAt;

export const liveSecrets = ({ secrets }: { readonly secrets: readonly ClientSecret[] }, now: Instant): ClientSecret[] =>
  secrets.filter((secret) => isLive(secret, now));

export const RECORD_INTERVAL_MILLISECONDS = HOUR;

/** Whether something that is recorded at most hourly must be recorded again. */
export const isStale = (recordedAt: Instant | undefined, now: Instant): boolean =>
  recordedAt === undefined || now - recordedAt >= RECORD_INTERVAL_MILLISECONDS;

/** Compares in constant time, so that the duration does not reveal where two digests differ. */
export const matchesSecret = (secret: Pick<ClientSecret, 'digest'>, digest: string): boolean =>
  timingSafeEqual(Buffer.from(secret.digest, 'hex'), Buffer.from(digest, 'hex'));
