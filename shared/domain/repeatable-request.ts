import type { ConsoleIdentity } from './console-identity.ts';
import { MINUTE, type Instant } from './instant.ts';

/** How long a request that creates a secret can be retried with its Idempotency-Key. */
export const REPEATABLE_MILLISECONDS = 10 * MINUTE;

/**
 * A request waits this long for an unfinished one with the same key: longer than the console's function runs. Otherwise it could
 * replace
 * a secret that is about to be shown.
 */
export const IN_FLIGHT_MILLISECONDS = 30_000;

/** Two members can use the same key for different requests. */
export interface RequestKey extends ConsoleIdentity {
  readonly companyId: string;
  readonly idempotencyKey: string;
}

/** A request that creates a secret. */
export interface RepeatableRequest {
  /** Digest of the route and the body. */
  readonly digest: string;
  readonly receivedAt: Instant;
  /** The client that gets the secret. */
  readonly clientId: string;
  /** Stored with the secret, by which a retry recognises it. */
  readonly requestId: string;
  /** The new secret; absent until it was created. */
  readonly secretId?: string;
}

export interface RepeatableRequestStore {
  /**
   * Makes others with this key wait until {@link complete}, {@link release} or {@link forget}.
   * @returns the first request with this key in the last ten minutes, which may be this one
   * @throws ServiceError `dependency_unavailable` while another request with this key is in flight
   */
  begin(key: RequestKey, request: RepeatableRequest): Promise<RepeatableRequest>;
  complete(key: RequestKey, request: RepeatableRequest, secretId: string): Promise<void>;
  /** After a failure: the next request need not wait. */
  release(key: RequestKey, request: RepeatableRequest): Promise<void>;
  /** After a rejection: the next request with the key counts as the first. */
  forget(key: RequestKey): Promise<void>;
}
