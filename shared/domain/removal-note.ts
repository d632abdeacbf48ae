import type { Instant } from './instant.ts';
import type { UserRef } from './user.ts';

/** A removed user about whom requests in flight may still have written something. */
export interface RemovalNote {
  readonly user: UserRef;
  readonly removedAt: Instant;
  readonly id: string;
}

/** A note is written in the transaction of the removal. */
export interface RemovalNotes {
  /** In the order of the removals, read consistently. */
  list(): Promise<RemovalNote[]>;
  forget(note: RemovalNote): Promise<void>;
}
