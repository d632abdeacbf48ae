import type { UserRef } from './user.ts';
import type { WriteOutcome } from './write-outcome.ts';

/**
 * The devices that a user is told of a check-in on, each by the ARN of its SNS platform endpoint. Every method may throw
 * {@link ServiceError} `database_unavailable`.
 */
export interface DeviceStore {
  /** @returns undefined where there is no such user. */
  add(user: UserRef, endpoint: string): Promise<WriteOutcome | undefined>;
  /** @returns `unchanged` where the user has no such device. */
  remove(user: UserRef, endpoint: string): Promise<WriteOutcome>;
}
