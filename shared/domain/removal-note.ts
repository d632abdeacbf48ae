import type { Instant } from './instant.ts';
import type { UserRef } from './user.ts';

/** A removed user. Requests in flight during the removal might have written data about the user. */
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
