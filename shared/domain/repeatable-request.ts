import type { ConsoleIdentity } from './console-identity.ts';
import { MINUTE, type Instant } from './instant.ts';

/** How long a request that creates a secret can be retried with its Idempotency-Key. */
export const REPEATABLE_MILLISECONDS = 10 * MINUTE;

/**
 * How long a request waits for an unfinished one with the same key: longer than the console's function runs. Otherwise
 * it would replace a secret that is about to be shown.
 */
export const IN_FLIGHT_MILLISECONDS = 30_000;

/** The member and the key: two members can use the same key for different requests. */
export interface RequestKey extends ConsoleIdentity {
  readonly companyId: string;
  readonly idempotencyKey: string;
}

/** A stored request that creates a secret. */
export interface RepeatableRequest {
  /** Digest of the route and the body. */
  readonly digest: string;
  readonly receivedAt: Instant;
  /** The client that it creates, or adds a secret to. */
  readonly clientId: string;
  /** Stored with the secret, so that a retry recognises it. */
  readonly requestId: string;
  /** The secret that it created; absent until then. */
  readonly secretId?: string;
}

/** The store of these requests. Every method may throw {@link ServiceError} `dependency_unavailable`. */
export interface RepeatableRequestStore {
  /**
   * Keeps others with this key waiting until {@link complete}, {@link release} or {@link forget}.
   * @returns the first request with this key in the last ten minutes, which may be this one
   * @throws ServiceError `dependency_unavailable` while another request with this key is in flight
   */
  begin(key: RequestKey, request: RepeatableRequest): Promise<RepeatableRequest>;
  /** Stores the secret that a request has created. */
  complete(key: RequestKey, request: RepeatableRequest, secretId: string): Promise<void>;
  /** Ends a request that failed, so that the next one need not wait. */
  release(key: RequestKey, request: RepeatableRequest): Promise<void>;
  /** Deletes a request that was rejected, so that the next one with its key counts as the first. */
  forget(key: RequestKey): Promise<void>;
}
