import type { CheckinOutcome } from './checkin.ts';
import type { Instant } from './instant.ts';
import type { UserRef } from './user.ts';

/** What makes two requests the same one: the client, its Idempotency-Key and the user it is about. */
export interface AttemptKey {
  readonly clientId: string;
  readonly idempotencyKey: string;
  readonly user: UserRef;
}

/** The first of the requests with one Idempotency-Key: those after it are judged as it was. */
export interface CheckinAttempt {
  readonly checkinId: string;
  readonly at: Instant;
  readonly receivedAt: Instant;
  readonly notify: boolean;
  /** What was answered, once everything was done. */
  readonly outcome?: CheckinOutcome;
}

/** How long an Idempotency-Key is remembered. */
export const IDEMPOTENCY_KEY_HOURS = 72;

/** Where attempts are kept. Every method may throw {@link ServiceError} `database_unavailable`. */
export interface CheckinAttemptStore {
  /** Records the attempt, unless there was one with this key: then that one is returned, and nothing changes. */
  begin(key: AttemptKey, attempt: CheckinAttempt): Promise<CheckinAttempt>;
  /** Lets go of an attempt that was refused: what never began pins no moment. Does nothing to one of another request. */
  forget(key: AttemptKey, checkinId: string): Promise<void>;
  /** Records what the attempt came to, which every later request with this key is answered with. */
  settle(key: AttemptKey, outcome: CheckinOutcome): Promise<void>;
}
