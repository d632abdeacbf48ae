import type { ApiClient, LogIn } from './api-client.ts';
import type { Instant } from './instant.ts';

/** Where API clients are kept. Every method may throw {@link ServiceError} `database_unavailable`. */
export interface ApiClientStore {
  /** As it is now: once a client was disabled or deleted, no later call of it may find it as it was before. */
  find(clientId: string): Promise<ApiClient | undefined>;
  /** Notes when a secret was used; does nothing where the client's secrets have changed since. */
  noteUse(logIn: LogIn, now: Instant): Promise<void>;
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
