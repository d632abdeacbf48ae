import { randomUUID } from 'node:crypto';
import {
  createSecret,
  digestSecret,
  generateSecret,
  isLive,
  matchesSecret,
  type ClientSecret,
} from './client-secret.ts';
import type { Instant } from './instant.ts';
import { DEFAULT_SCOPES, sortScopes, type Scope } from './scope.ts';

/** A caller of the service: the system of one company that tells it who badged. */
export interface ApiClient {
  readonly clientId: string;
  readonly companyId: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly createdAt: Instant;
  /** At least one, each once, in the order of `allScopes`. */
  readonly scopes: readonly Scope[];
  /** One, or two while the older runs out; the older first. */
  readonly secrets: readonly ClientSecret[];
  /** Tokens that carry a lower number are dead. 0 until tokens are revoked for the first time. */
  readonly revocationNumber: number;
  /** When tokens were last revoked. */
  readonly tokensRevokedAt?: Instant;
  /** One more with every change but the last use of a secret; 0 for a client that version 1.0 made and nobody changed since. */
  readonly revision: number;
}

/** A client, and a secret of it that is not kept and cannot be shown again. */
export interface ClientWithSecret {
  readonly client: ApiClient;
  readonly clientSecret: string;
}

/** What somebody says of a new client. */
export interface NewApiClient extends Pick<ApiClient, 'companyId' | 'name'> {
  /** Left out: `checkin`. */
  readonly scopes?: readonly Scope[];
  /** From {@link generateClientId}, where the caller must know it beforehand. */
  readonly clientId?: string;
}

const CLIENT_ID_PREFIX = 'ckc_';

/** Stands in where there is no client or no live secret, so that as much is computed as where there is. */
const NO_SECRET: ClientSecret = { digest: digestSecret(generateSecret()), createdAt: 0 };

export const generateClientId = (): string => CLIENT_ID_PREFIX + randomUUID().replaceAll('-', '');

/** A new API client and its first secret. */
export const createApiClient = (
  { companyId, name, scopes = DEFAULT_SCOPES, clientId = generateClientId() }: NewApiClient,
  now: Instant,
): ClientWithSecret => {
  const { clientSecret, secret } = createSecret(now);
  const client = {
    clientId,
    companyId,
    name,
    enabled: true,
    createdAt: now,
    scopes: sortScopes(scopes),
    secrets: [secret],
    revocationNumber: 0,
    revision: 1,
  };
  return { client, clientSecret };
};

/** A log-in that succeeded. */
export interface LogIn {
  readonly client: ApiClient;
  readonly secret: ClientSecret;
}

/**
 * Always two comparisons, so that unknown, disabled, expired and wrong take the same time.
 * @returns undefined where the client may not log in with this secret.
 */
export const logIn = (client: ApiClient | undefined, clientSecret: string, now: Instant): LogIn | undefined => {
  const digest = digestSecret(clientSecret);
  const [older = NO_SECRET, newer = NO_SECRET] = client?.secrets ?? [];
  const matching = [older, newer].filter((secret) => matchesSecret(secret, digest));
  const secret = matching.find((candidate) => isLive(candidate, now));
  return client?.enabled && secret ? { client, secret } : undefined;
};

/** Whether a token that names this client, company and revocation number is still good: asked at every call. */
export const isActiveClient = (
  client: ApiClient | undefined,
  { companyId, revocationNumber }: Pick<ApiClient, 'companyId' | 'revocationNumber'>,
): client is ApiClient =>
  client !== undefined &&
  client.enabled &&
  client.companyId === companyId &&
  revocationNumber >= client.revocationNumber;

/** Where API clients are kept. Every method may throw {@link ServiceError} `dependency_unavailable`. */
export interface ApiClientStore {
  /** As it is now: once a client was disabled or deleted, no later call of it may find it as it was before. */
  find(clientId: string): Promise<ApiClient | undefined>;
  /** Records when a secret was used; does nothing where the client's secrets have changed since. */
  recordLastUsed(logIn: LogIn, now: Instant): Promise<void>;
}

/** A place in a company's list of clients: after the client that has these. */
export type ClientPosition = Pick<ApiClient, 'clientId' | 'createdAt'>;

export interface ClientPage {
  readonly items: readonly ApiClient[];
  /** Where the next page begins; left out on the last. */
  readonly next?: ClientPosition;
}

/** A client as it must be for a write to be done. */
export type ClientCondition = Pick<ApiClient, 'clientId'> & Partial<Pick<ApiClient, 'companyId' | 'revision'>>;

/** What the operator does with API clients. */
export interface ApiClientRegistry extends ApiClientStore {
  /** @returns false where there is a client with this id. */
  create(client: ApiClient): Promise<boolean>;
  /** All clients of all companies, in the order of their creation: reads the whole table. */
  listAll(): Promise<ApiClient[]>;
  /**
   * The clients of one company in the order of their creation, from an index: one created less than a second ago may be missing.
   * @param page at most `limit` clients, from `after` on
   */
  listByCompany(
    companyId: string,
    page: { readonly limit: number; readonly after?: ClientPosition },
  ): Promise<ClientPage>;
  /**
   * Replaces `before` by `after` with the next revision.
   * @returns the client as it is now, or undefined where it is not as `before` says any more: it has another revision, or a
   *   secret was used in between.
   */
  replace(before: ApiClient, after: ApiClient): Promise<ApiClient | undefined>;
  /**
   * Deletes the client in one write. Its token families are dead with it, and leave by their time to live.
   * @returns the client as it was, or undefined where there is none that meets the condition.
   */
  delete(condition: ClientCondition): Promise<ApiClient | undefined>;
}
