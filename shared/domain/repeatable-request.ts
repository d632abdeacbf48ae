import type { ConsoleIdentity } from './console-identity.ts';
import { MINUTE, type Instant } from './instant.ts';

/** How long a request that creates a secret can be retried with its Idempotency-Key. */
export const REPEATABLE_MILLISECONDS = 10 * MINUTE;

/**
 * How long an unfinished request blocks others with the same key. This is longer than the console's function can run, because
 * otherwise another request could replace a secret that the unfinished request is about to show.
 */
export const IN_FLIGHT_MILLISECONDS = 30_000;

/** Includes the member, because two members can use the same Idempotency-Key for different requests. */
export interface RequestKey extends ConsoleIdentity {
  readonly companyId: string;
  readonly idempotencyKey: string;
}

export interface RepeatableRequest {
  /** Digest of the route and the body. */
  readonly digest: string;
  readonly receivedAt: Instant;
  readonly clientId: string;
  /** Stored with the secret, so that a retry recognises the secret. */
  readonly requestId: string;
  readonly secretId?: string;
}

export interface RepeatableRequestStore {
  /**
   * Keeps other requests with this key from beginning until {@link complete}, {@link release} or {@link forget} is called.
   * @returns the first request with this key in the last ten minutes, which might be this one; undefined while another
   * request with this key is in flight
   */
  begin(key: RequestKey, request: RepeatableRequest): Promise<RepeatableRequest | undefined>;
  complete(key: RequestKey, request: RepeatableRequest, secretId: string): Promise<void>;
  /** Called after a failure, so that the next request need not wait. */
  release(key: RequestKey, request: RepeatableRequest): Promise<void>;
  /** Called after a rejection, so that the next request with the key counts as the first. */
  forget(key: RequestKey): Promise<void>;
}
