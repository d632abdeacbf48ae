import { randomUUID } from 'node:crypto';
import { digestSecret, generateSecret, isLive, matchesSecret, type ClientSecret } from './client-secret.ts';
import type { Instant } from './instant.ts';

/** A caller of the service: the system of one company that tells it who badged. */
export interface ApiClient {
  readonly clientId: string;
  readonly companyId: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly createdAt: Instant;
  /** One, or two while the older runs out. */
  readonly secrets: readonly ClientSecret[];
}

const CLIENT_ID_PREFIX = 'ckc_';

/** Stands in where there is no client or no live secret, so that as much is computed as where there is. */
const NO_SECRET: ClientSecret = { digest: digestSecret(generateSecret()), createdAt: 0 };

/** A new API client and its first secret, which is not kept and cannot be told again. */
export const createApiClient = (
  { companyId, name }: Pick<ApiClient, 'companyId' | 'name'>,
  now: Instant,
): { client: ApiClient; clientSecret: string } => {
  const clientSecret = generateSecret();
  const clientId = CLIENT_ID_PREFIX + randomUUID().replaceAll('-', '');
  const secrets = [{ digest: digestSecret(clientSecret), createdAt: now }];
  return { client: { clientId, companyId, name, enabled: true, createdAt: now, secrets }, clientSecret };
};

/** A log-in that succeeded. */
export interface LogIn {
  readonly client: ApiClient;
  readonly secret: ClientSecret;
}

/**
 * Two comparisons whoever asks and whatever they know: unknown, disabled, expired and wrong cost the same.
 * @returns undefined where the client may not log in with this secret.
 */
export const logIn = (client: ApiClient | undefined, clientSecret: string, now: Instant): LogIn | undefined => {
  const digest = digestSecret(clientSecret);
  const [older = NO_SECRET, newer = NO_SECRET] = client?.secrets ?? [];
  const matching = [older, newer].filter((secret) => matchesSecret(secret, digest));
  const secret = matching.find((candidate) => isLive(candidate, now));
  return client?.enabled && secret ? { client, secret } : undefined;
};

/** A second secret; the one there was ends after `graceMilliseconds`, one that was already ending ends now. */
export const rotateSecret = (
  client: ApiClient,
  graceMilliseconds: number,
  now: Instant,
): { client: ApiClient; clientSecret: string } => {
  const clientSecret = generateSecret();
  const current = client.secrets.filter((secret) => secret.endsAt === undefined);
  const ending = graceMilliseconds > 0 ? current.map((secret) => ({ ...secret, endsAt: now + graceMilliseconds })) : [];
  const secrets = [...ending, { digest: digestSecret(clientSecret), createdAt: now }];
  return { client: { ...client, secrets }, clientSecret };
};

/** Whether a token that names this client and company still stands for anybody: asked at every call. */
export const isActiveClient = (client: ApiClient | undefined, companyId: string): client is ApiClient =>
  client !== undefined && client.enabled && client.companyId === companyId;

/** Where API clients are kept. Every method may throw {@link ServiceError} `dependency_unavailable`. */
export interface ApiClientStore {
  /** As it is now: once a client was disabled or deleted, no later call of it may find it as it was before. */
  find(clientId: string): Promise<ApiClient | undefined>;
  /** Notes when a secret was used; does nothing where the client's secrets have changed since. */
  recordLastUsed(logIn: LogIn, now: Instant): Promise<void>;
}

/** What the operator does with API clients. */
export interface ApiClientRegistry extends ApiClientStore {
  create(client: ApiClient): Promise<void>;
  /** All clients, or those of one company, in the order of their creation. */
  list(companyId?: string): Promise<ApiClient[]>;
  /** Replaces `before` by `after`. @returns false where it is not as `before` says any more. */
  replace(before: ApiClient, after: ApiClient): Promise<boolean>;
  /** The client and its token families. @returns false where there is no such client. */
  delete(clientId: string): Promise<boolean>;
}
