import type { Instant } from './instant.ts';
import type { UserRef } from './user.ts';

/** A removed user about whom requests in flight might still have written something. */
export interface RemovalNote {
  readonly user: UserRef;
  readonly removedAt: Instant;
  readonly id: string;
}

/** A note is written in the transaction of the removal. */
export interface RemovalNotes {
  /** Reads the notes consistently, in the order of the removals. */
  list(): Promise<RemovalNote[]>;
  forget(note: RemovalNote): Promise<void>;
}
