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
import { isAllowedFrom } from './allowed-ips.ts';
import type { Caller } from './tokens.ts';
import type { AdminEntry } from './audit-entry.ts';
import type { Instant } from './instant.ts';
import { DEFAULT_SCOPES, sortScopes, type Scope } from '../rules/api-clients.ts';
import { defined } from './defined.ts';

/** A caller of the service, such as the system that controls a company's gates. */
export interface ApiClient {
  readonly clientId: string;
  readonly companyId: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly createdAt: Instant;
  /** At least one, each once, in the order of `scopes`. */
  readonly scopes: readonly Scope[];
  /** One secret, or two during a rotation; the older first. */
  readonly secrets: readonly ClientSecret[];
  /** Tokens with another number are rejected. Raised when tokens are revoked and when the client is disabled. */
  readonly revocationNumber: number;
  /** When tokens were last revoked. */
  readonly tokensRevokedAt?: Instant;
  /** Increases with every change by an administrator; not with what the service observes: use, denials and marks. */
  readonly revision: number;
  /** The networks that it may call from, in CIDR form; absent: from everywhere. */
  readonly allowedIps?: readonly string[] | undefined;
  /** Hours without a log-in or refresh after which it counts as silent; absent: never. */
  readonly silentAfterHours?: number | undefined;
  /** The client does not count as silent before this moment. */
  readonly watchedSince?: Instant | undefined;
  /** When the client was found silent; absent after it was seen again. */
  readonly silentSince?: Instant | undefined;
  /** The last log-in or refresh, to the hour. */
  readonly lastSeenAt?: Instant;
  /** The last log-in with the right secret from a network that is not allowed, recorded at most hourly. */
  readonly lastDeniedAt?: Instant;
  readonly lastDeniedIp?: string;
}

/** What decides whether a token of a client is accepted. */
export type ClientAccess = Pick<ApiClient, 'companyId' | 'enabled' | 'scopes' | 'revocationNumber' | 'allowedIps'>;

/** A client and its new secret. The secret is not stored and cannot be shown again. */
export interface ClientWithSecret {
  readonly client: ApiClient;
  readonly clientSecret: string;
}

/** The settings of a new client. */
export interface NewApiClient
  extends Pick<ApiClient, 'companyId' | 'name' | 'allowedIps' | 'silentAfterHours'>, NewSecretOptions {
  /** Default: `checkin`. */
  readonly scopes?: readonly Scope[];
  /** From {@link generateClientId}, if the caller must know the id in advance. */
  readonly clientId?: string;
}

const CLIENT_ID_PREFIX = 'ckc_';

/** Used in place of a missing secret, so that a log-in takes the same time whether the client exists or not. No secret has its digest. */
const NO_SECRET: ClientSecret = { digest: '0'.repeat(64), last4: '', createdAt: 0 };

export const generateClientId = (): string => CLIENT_ID_PREFIX + randomUUID().replaceAll('-', '');

/** A new API client and its first secret. */
export const createApiClient = (
  { companyId, name, scopes = DEFAULT_SCOPES, clientId = generateClientId(), ...given }: NewApiClient,
  now: Instant,
): ClientWithSecret => {
  const { allowedIps, silentAfterHours, ...made } = given;
  const { clientSecret, secret } = createSecret(now, made);
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

/** A log-in that succeeded. */
export interface LogIn {
  readonly client: ApiClient;
  readonly secret: ClientSecret;
}

/**
 * Always makes two comparisons, so that an unknown, disabled, expired or wrong secret takes the same time.
 * @returns undefined if the client may not log in with this secret, from anywhere
 */
export const logIn = (client: ApiClient | undefined, clientSecret: string, now: Instant): LogIn | undefined => {
  const digest = digestSecret(clientSecret);
  const [older = NO_SECRET, newer = NO_SECRET] = client?.secrets ?? [];
  const matching = [older, newer].filter((secret) => matchesSecret(secret, digest));
  const secret = matching.find((candidate) => isLive(candidate, now));
  return client?.enabled && secret ? { client, secret } : undefined;
};

/** Whether the recorded use of a client, or of the secret that it used, is older than an hour. */
export const isUseStale = ({ client, secret }: ClientUse, now: Instant): boolean =>
  isStale(client.lastSeenAt, now) || (secret !== undefined && isStale(secret.lastUsedAt, now));

/**
 * Whether a token with this client, company and revocation number is still valid, from the caller's address. Checked at every
 * call. A token can have a higher number than its client if an older state of the client was restored.
 */
export const isActiveClient = <Client extends ClientAccess>(
  client: Client | undefined,
  { companyId, revocationNumber, sourceIp }: Pick<Caller, 'companyId' | 'revocationNumber' | 'sourceIp'>,
): client is Client =>
  client !== undefined &&
  client.enabled &&
  client.companyId === companyId &&
  client.revocationNumber === revocationNumber &&
  isAllowedFrom(client, sourceIp);

/** A log-in or refresh; `secret`: the one of the log-in, if it still exists. */
export interface ClientUse extends Pick<LogIn, 'client'> {
  readonly secret?: ClientSecret | undefined;
}

/** A log-in from a network that is not allowed; `isGenuine`: with the right secret. */
export interface Denial {
  readonly ip: string;
  readonly isGenuine: boolean;
}

/** What every request of a gate reads. */
export interface ClientAccessReader {
  /**
   * A consistent read: after a client is disabled or deleted, or its tokens were revoked, no later call may find its old state.
   * @throws ServiceError `dependency_unavailable`
   */
  find(clientId: string): Promise<ClientAccess | undefined>;
}

/** The store of API clients. Every method may throw {@link ServiceError} `dependency_unavailable`. */
export interface ApiClientStore {
  /** A consistent read: after a client is disabled or deleted, no later call may find its old state. */
  find(clientId: string): Promise<ApiClient | undefined>;
  /**
   * Records that a client was seen, and which of its secrets it logged in with. Does nothing if this was recorded within the hour, or
   * the client has changed since.
   */
  recordLastUsed(use: ClientUse, now: Instant): Promise<void>;
  /** Records a genuine denial, unless one was recorded within the hour. Any other makes the same call and changes nothing. */
  recordDenied(client: ApiClient, denial: Denial, now: Instant): Promise<void>;
}

/** A position in a company's list of clients: directly after the client with these values. */
export type ClientPosition = Pick<ApiClient, 'clientId' | 'createdAt'>;

export interface ClientPage {
  readonly items: readonly ApiClient[];
  /** Where the next page begins; absent on the last page. */
  readonly next?: ClientPosition;
}

/** What stays of a deleted client: its id is not used again, and a restore recognises copies of it. */
export interface ClientTombstone extends Pick<ApiClient, 'clientId' | 'revocationNumber' | 'revision'> {
  readonly deletedAt: Instant;
}

/** Administration of API clients. A change and its entries in the audit log are one transaction: both are written, or neither. */
export interface ApiClientRegistry extends ApiClientStore {
  /** @returns false if a client with this id exists, or existed. */
  create(client: ApiClient, entries?: readonly AdminEntry[]): Promise<boolean>;
  /** All clients of all companies, in the order of their creation, from an index, as below. */
  listAll(): Promise<ApiClient[]>;
  /**
   * The clients of one company in the order of their creation, from an index: a client created less than a second ago may be
   * missing.
   * @param page at most `limit` clients that follow `after`
   */
  listByCompany(
    companyId: string,
    page: { readonly limit: number; readonly after?: ClientPosition },
  ): Promise<ClientPage>;
  /**
   * Replaces `before` with `after`, with the next revision.
   * @returns the new state of the client, or undefined if it no longer has the state `before`: it has another revision, or a
   * secret was used in between.
   */
  replace(before: ApiClient, after: ApiClient, entries?: readonly AdminEntry[]): Promise<ApiClient | undefined>;
  /**
   * Replaces the client with a tombstone. Its token families end with it; DynamoDB deletes their items by time to live.
   * @returns false if it no longer has the state `before`, as above.
   */
  delete(before: ApiClient, now: Instant, entries?: readonly AdminEntry[]): Promise<boolean>;
  /** A consistent read. @returns undefined if the client exists, or never existed. */
  findTombstone(clientId: string): Promise<ClientTombstone | undefined>;
}
