import type { AdminEntry } from './audit-entry.ts';
import type { UserRef } from './user.ts';
import type { WriteOutcome } from './write-outcome.ts';

/** Stores the ARNs of the SNS platform endpoints that get a user's pushes. `entry` is committed with the change. */
export interface DeviceStore {
  /** @returns undefined if there is no such user */
  add(user: UserRef, endpoint: string, entry?: AdminEntry): Promise<WriteOutcome | undefined>;
  /** @returns `unchanged` if the user has no such device */
  remove(user: UserRef, endpoint: string, entry?: AdminEntry): Promise<WriteOutcome>;
}
