import type { AdminEntry } from './activity-log.ts';
import type { ApiClient } from './api-client.ts';
import type { Booking } from './booking.ts';
import type { Instant } from './instant.ts';
import type { TokenFamily } from './token-family.ts';
import type { User, UserRef } from './user.ts';

/**
 * The tables that can be restored from a copy, named after their contents. Members of the console are not among them: a copy
 * could give access back to a removed member.
 */
export const restorableTables = ['clients', 'users', 'bookings', 'attempts', 'log'] as const;
export type RestorableTable = (typeof restorableTables)[number];

/** An item of unknown content, as it is in the database. */
export type StoredItem = Readonly<Record<string, unknown>>;

/** A page of a copy of a table. */
export interface CopyPage {
  readonly items: readonly StoredItem[];
  /** The lines of a file without a readable item. */
  readonly unreadable: readonly { readonly line: number; readonly reason: string }[];
  /** How much of the copy has been read, from 0 to 1. */
  readonly share: number;
  /** The position after this page, for {@link TableCopy.read}. */
  readonly position: number;
}

/** A copy of a table: another table, made by point-in-time recovery, or a file. */
export interface TableCopy {
  /** @param from the `position` of an earlier page; 0: the beginning */
  read(from: number): AsyncIterable<CopyPage>;
}

/** A recognised item of a copy. */
export type CopiedItem =
  | { readonly kind: 'client'; readonly client: ApiClient }
  | { readonly kind: 'family'; readonly family: TokenFamily; readonly item: StoredItem }
  | { readonly kind: 'user'; readonly user: User; readonly item: StoredItem }
  /** A look-up item: the user of a uid or an e-mail address. */
  | { readonly kind: 'identifier'; readonly user: UserRef; readonly item: StoredItem }
  /** The item that the removal of a user leaves under the user's key. */
  | { readonly kind: 'removal'; readonly item: StoredItem }
  | { readonly kind: 'booking'; readonly booking: Booking; readonly item: StoredItem }
  /** An entry of the log or a check-in attempt. `user`: the user whose data it is, if any. */
  | { readonly kind: 'entry'; readonly user?: UserRef; readonly expiresAt?: Instant; readonly item: StoredItem }
  | { readonly kind: 'invalid'; readonly reason: string };

/** Writes items of a copy unchanged. Every method may throw {@link ServiceError} `dependency_unavailable`. */
export interface ItemRestore {
  /** Whether each of the items exists, by its key; in their order. */
  arePresent(items: readonly StoredItem[]): Promise<boolean[]>;
  /**
   * Writes the item if none with its key exists.
   * @returns whether it was written
   */
  create(item: StoredItem): Promise<boolean>;
}

/** Writes users of a copy. Every method may throw {@link ServiceError} `dependency_unavailable`. */
export interface UserRestore extends ItemRestore {
  /**
   * Claims the uid and the e-mail address, then creates the user with its devices in one write.
   * @returns false if the user exists
   * @throws IdentifierTaken if the uid or the e-mail address now belongs to another user
   */
  createUser(user: User, item: StoredItem): Promise<boolean>;
  /**
   * Writes a missing look-up item again, if its user exists and has the identifier.
   * @returns whether it was written
   */
  restoreIdentifier(item: StoredItem): Promise<boolean>;
}

export interface RemovedUsers {
  /** Returns those of the given users who were removed, according to the users table or the log. */
  readonly findRemoved: (users: readonly UserRef[]) => Promise<UserRef[]>;
}

/** Reads administrative entries of the log. */
export interface AdminHistory {
  /** All administrative entries of a company that concern no user, newest first. */
  list(companyId: string): Promise<readonly AdminEntry[]>;
}
