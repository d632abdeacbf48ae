import type { ConsoleIdentity } from './console-identity.ts';
import type { Instant } from './instant.ts';

/** How long a request that creates a secret can be repeated with its Idempotency-Key. */
export const REPEATABLE_MILLISECONDS = 10 * 60_000;

/** Whose request, and which: keys of different members never meet. */
export interface RequestKey extends ConsoleIdentity {
  readonly companyId: string;
  readonly idempotencyKey: string;
}

/** What is remembered of a request that creates a secret. */
export interface RepeatableRequest {
  /** Digest of the route and the body. */
  readonly digest: string;
  readonly receivedAt: Instant;
  /** The client that it creates, or gives a secret. */
  readonly clientId: string;
  /** The secret that it created; absent while it has not done so. */
  readonly secretId?: string;
}

/** Where these are remembered. Every method may throw {@link ServiceError} `dependency_unavailable`. */
export interface RepeatableRequestStore {
  /** @returns the first request of the last ten minutes with this key: another one, or this. */
  begin(key: RequestKey, request: RepeatableRequest): Promise<RepeatableRequest>;
  /** Remembers the secret that a request has created. */
  complete(key: RequestKey, request: RepeatableRequest, secretId: string): Promise<void>;
  /** Forgets a request that was refused: the next one with its key is the first. */
  forget(key: RequestKey): Promise<void>;
}
