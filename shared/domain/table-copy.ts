import type { AdminEntry } from './activity-log.ts';
import type { ApiClient } from './api-client.ts';
import type { Booking } from './booking.ts';
import type { Instant } from './instant.ts';
import type { TokenFamily } from './token-family.ts';
import type { User, UserRef } from './user.ts';

/**
 * The tables that can be restored from a copy, by what they hold. Members of the console are not among them: a copy could give
 * access back to a removed member.
 */
export const restorableTables = ['clients', 'users', 'bookings', 'attempts', 'log'] as const;
export type RestorableTable = (typeof restorableTables)[number];

/** An item as the database keeps it; what it holds is not known yet. */
export type StoredItem = Readonly<Record<string, unknown>>;

/** Some items of a copy of a table. */
export interface CopyPage {
  readonly items: readonly StoredItem[];
  /** Lines of a file that hold no item. */
  readonly unreadable: readonly { readonly line: number; readonly reason: string }[];
  /** How much of the copy has been read, from 0 to 1. */
  readonly share: number;
  /** Where reading continues after this page, for {@link TableCopy.read}. */
  readonly position: number;
}

/** A copy of a table: a table of its own, as point-in-time recovery makes it, or a file. */
export interface TableCopy {
  /** @param from the `position` of an earlier page; 0: the beginning */
  read(from: number): AsyncIterable<CopyPage>;
}

/** What an item of a copy is. */
export type CopiedItem =
  | { readonly kind: 'client'; readonly client: ApiClient }
  | { readonly kind: 'family'; readonly family: TokenFamily }
  | { readonly kind: 'user'; readonly user: User; readonly item: StoredItem }
  /** A look-up item: it says whose a uid or an e-mail address is. */
  | { readonly kind: 'identifier'; readonly user: UserRef; readonly item: StoredItem }
  /** What the removal of a user leaves behind under the user's key. */
  | { readonly kind: 'removal'; readonly item: StoredItem }
  | { readonly kind: 'booking'; readonly booking: Booking; readonly item: StoredItem }
  /** An entry of the log or a check-in attempt. `user`: whose data it is, if it is a user's. */
  | { readonly kind: 'entry'; readonly user?: UserRef; readonly expiresAt?: Instant; readonly item: StoredItem }
  | { readonly kind: 'invalid'; readonly reason: string };

/** Writes items of a copy as they are. Every method may throw {@link ServiceError} `dependency_unavailable`. */
export interface ItemRestore {
  /** Whether each of the items exists, by its key; in their order. */
  arePresent(items: readonly StoredItem[]): Promise<boolean[]>;
  /** Writes the item if none with its key exists. @returns whether it was written */
  create(item: StoredItem): Promise<boolean>;
}

/** Writes users of a copy. Every method may throw {@link ServiceError} `dependency_unavailable`. */
export interface UserRestore extends ItemRestore {
  /**
   * Creates a user with its devices, as the item has it, in one write, after its uid and e-mail address were taken.
   * @returns false if the user exists
   * @throws IdentifierTaken if the uid or the e-mail address now belongs to another user
   */
  createUser(user: User, item: StoredItem): Promise<boolean>;
  /** Writes a missing look-up item again, if its user exists and has the identifier. @returns whether it was written */
  restoreIdentifier(item: StoredItem): Promise<boolean>;
}

export interface RemovedUsers {
  /** Those of the users who were removed, according to the users table or the log. */
  readonly findRemoved: (users: readonly UserRef[]) => Promise<UserRef[]>;
}

/** Reads what administrators did. */
export interface AdminHistory {
  /** All administrative entries of a company that are about no user, newest first. */
  list(companyId: string): Promise<readonly AdminEntry[]>;
}
