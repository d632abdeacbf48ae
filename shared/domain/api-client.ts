import { randomUUID } from 'node:crypto';
import {
  createSecret,
  digestSecret,
  isLive,
  isStale,
  matchesSecret,
  type ClientSecret,
  type NewSecretOptions,
} from './client-secret.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { Instant } from './instant.ts';
import type { Page } from './page.ts';
import { DEFAULT_SCOPES, sortScopes, type Scope } from '../rules/api-clients.ts';
import { defined } from '../rules/plain-values.ts';

/** A period without a log-in or refresh that was at least `silentAfterHours` long. `from` is known to the hour. */
export interface Silence {
  readonly from: Instant;
  readonly until: Instant;
}

export interface ApiClient {
  readonly clientId: string;
  readonly companyId: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly createdAt: Instant;
  /** At least one scope, without duplicates, in the order of the rule `scopes`. */
  readonly scopes: readonly Scope[];
  /** One secret, or two during a rotation, the older one first. */
  readonly secrets: readonly ClientSecret[];
  /** Tokens with another number are rejected. Increases when tokens are revoked or the client is disabled. */
  readonly revocationNumber: number;
  readonly tokensRevokedAt?: Instant;
  /** Increases with every change by an administrator, but not when use, denials or notices are recorded. */
  readonly revision: number;
  /** When the last change was recorded in the audit log. Absent if the client was not changed since it was created. */
  readonly changedAt?: Instant;
  /** Networks in CIDR form. Absent if the client may call from anywhere. */
  readonly allowedIps?: readonly string[] | undefined;
  /** Hours without a log-in or refresh after which the client counts as silent. Absent if it never does. */
  readonly silentAfterHours?: number | undefined;
  /** When the client was last enabled, or `silentAfterHours` changed. Silent hours count from this time at the earliest. */
  readonly watchedSince?: Instant | undefined;
  /** When a review found the client silent. Absent once the client has been seen again. */
  readonly silentSince?: Instant | undefined;
  /** The last silences that a log-in or refresh ended, newest first. */
  readonly silences?: readonly Silence[];
  /** The last log-in or refresh, to the hour. */
  readonly lastSeenAt?: Instant;
  /** The last log-in with the right secret from a network that is not allowed, to the hour. */
  readonly lastDeniedAt?: Instant;
  readonly lastDeniedIp?: string;
}

/** The part of a client that decides whether its tokens are accepted. */
export type ClientAccess = Pick<ApiClient, 'companyId' | 'enabled' | 'scopes' | 'revocationNumber' | 'allowedIps'>;

/** The secret is not stored and cannot be shown again. */
export interface ClientWithSecret {
  readonly client: ApiClient;
  readonly clientSecret: string;
}

export interface NewApiClient
  extends Pick<ApiClient, 'companyId' | 'name' | 'allowedIps' | 'silentAfterHours'>, NewSecretOptions {
  readonly scopes?: readonly Scope[];
  /** Default: a new id. A caller that must know the id in advance sets it. */
  readonly clientId?: string;
}

const CLIENT_ID_PREFIX = 'ckc_';

/** Stands in for a missing secret, so that a log-in always takes the same time. No secret has this digest. */
const NO_SECRET = { digest: '0'.repeat(64) };

const generateClientId = (): string => CLIENT_ID_PREFIX + randomUUID().replaceAll('-', '');

export const createApiClient = (
  { companyId, name, scopes = DEFAULT_SCOPES, clientId = generateClientId(), ...settings }: NewApiClient,
  now: Instant,
): ClientWithSecret => {
  const { allowedIps, silentAfterHours, ...secretOptions } = settings;
  const { clientSecret, secret } = createSecret(now, secretOptions);
  const client = defined({
    clientId,
    companyId,
    name,
    enabled: true,
    createdAt: now,
    scopes: sortScopes(scopes),
    secrets: [secret],
    allowedIps: allowedIps?.length ? allowedIps : undefined,
    silentAfterHours,
    revocationNumber: 0,
    revision: 1,
  });
  return { client, clientSecret };
};

export interface LogIn {
  readonly client: ApiClient;
  readonly secret: ClientSecret;
}

/**
 * Always makes two comparisons, so that every failure takes the same time.
 * @returns undefined if the client may not log in with this secret
 */
export const logIn = (client: ApiClient | undefined, clientSecret: string, now: Instant): LogIn | undefined => {
  const digest = digestSecret(clientSecret);
  const [older, newer] = client?.secrets ?? [];
  const matching = [older, newer].filter((secret) => matchesSecret(secret ?? NO_SECRET, digest));
  const secret = matching.find((candidate) => candidate && isLive(candidate, now));
  return client?.enabled && secret ? { client, secret } : undefined;
};

/** A log-in or a refresh. `secret`: the secret of the log-in, if it still exists. */
export interface ClientUse extends Pick<LogIn, 'client'> {
  readonly secret?: ClientSecret | undefined;
}

/** Whether the use must be recorded: the client's last use, or the secret's, was recorded more than an hour ago. */
export const isUseStale = ({ client, secret }: ClientUse, now: Instant): boolean =>
  isStale(client.lastSeenAt, now) || (secret !== undefined && isStale(secret.lastUsedAt, now));

interface Denial {
  readonly ip: string;
  readonly hasRightSecret: boolean;
}

export interface ClientAccessReader {
  /** Reads consistently, so that disabling or deleting a client, or revoking its tokens, affects the very next call. */
  find(clientId: string): Promise<ClientAccess | undefined>;
}

export interface ApiClientStore {
  find(clientId: string): Promise<ApiClient | undefined>;
  /** Does nothing if a use was recorded within the hour, or if the client has changed since it was read. */
  recordLastUsed(use: ClientUse, now: Instant): Promise<void>;
  /**
   * Records a denial, at most once an hour. If the secret was wrong, makes the same database call, but changes nothing: the
   * duration must not reveal whether the secret was right.
   */
  recordDenied(client: ApiClient, denial: Denial, now: Instant): Promise<void>;
}

export type ClientPosition = Pick<ApiClient, 'clientId' | 'createdAt'>;

/** A change and its audit entries are one transaction. */
export interface ApiClientRegistry extends ApiClientStore {
  /** @returns false if a client with this id exists or existed */
  create(client: ApiClient, entries?: readonly AuditEntry[]): Promise<boolean>;
  listAll(): Promise<ApiClient[]>;
  /** Reads consistently, in no particular order. Ids without a client are left out. */
  findAll(clientIds: readonly string[]): Promise<ApiClient[]>;
  /** Lists at most `limit` clients after `after`, in the order of creation. Eventually consistent. */
  listByCompany(
    companyId: string,
    page: { readonly limit: number; readonly after?: ClientPosition },
  ): Promise<Page<ApiClient, ClientPosition>>;
  /** Writes `after` with the next revision. @returns the client, or undefined if it is no longer as in `before` */
  replace(before: ApiClient, after: ApiClient, entries?: readonly AuditEntry[]): Promise<ApiClient | undefined>;
  /**
   * Replaces the client with a tombstone, so that its id is not used again and a restore does not bring it back. Time to live
   * deletes the client's token families.
   * @returns false if the client is no longer as in `before`
   */
  delete(before: ApiClient, now: Instant, entries?: readonly AuditEntry[]): Promise<boolean>;
}
