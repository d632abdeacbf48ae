import type { AdminEntry } from './audit-entry.ts';
import type { UserRef } from './user.ts';
import type { WriteOutcome } from './write-outcome.ts';

/**
 * The devices that get a user's pushes, by the ARNs of their SNS platform endpoints. Every method may throw
 * {@link ServiceError} `dependency_unavailable`.
 */
export interface DeviceStore {
  /**
   * @param entry committed with the change, if there is one
   * @returns undefined if there is no such user.
   */
  add(user: UserRef, endpoint: string, entry?: AdminEntry): Promise<WriteOutcome | undefined>;
  /** @returns `unchanged` if the user has no such device. */
  remove(user: UserRef, endpoint: string, entry?: AdminEntry): Promise<WriteOutcome>;
}
