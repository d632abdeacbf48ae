import type { Instant } from './instant.ts';
import type { UserRef } from './user.ts';

/** A removal whose traces of requests in flight are still to be deleted. */
export interface RemovalNote {
  readonly user: UserRef;
  readonly removedAt: Instant;
  /** Identifies the note. */
  readonly id: string;
}

/**
 * The removals of the last days. A note is written in the transaction of the removal. Every method may throw {@link ServiceError}
 * `dependency_unavailable`.
 */
export interface RemovalNotes {
  /** In the order of the removals; a consistent read. */
  list(): Promise<RemovalNote[]>;
  forget(note: RemovalNote): Promise<void>;
}
