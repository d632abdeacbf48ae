import type { ApiClient } from './api-client.ts';
import type { Instant } from './instant.ts';
import type { User, UserRef, UserState } from './user.ts';

/** The ids of the service's tables, by the names that operators use. */
export const tableIds = {
  clients: 'apiClients',
  users: 'users',
  bookings: 'bookings',
  attempts: 'checkinAttempts',
  log: 'checkinLog',
  audit: 'auditLog',
  details: 'auditDetails',
  members: 'members',
  keys: 'signingKeys',
} as const;
export type ServiceTable = keyof typeof tableIds;
export const serviceTables = Object.keys(tableIds) as ServiceTable[];

export type StoredItem = Readonly<Record<string, unknown>>;

/** An item that needs no other item. */
export interface PlainItem {
  readonly kind: 'plain';
  readonly item: StoredItem;
  /** The user whom the item is about. */
  readonly owner?: UserRef;
  readonly writtenAt: Instant;
  readonly expiresAt?: Instant;
}

/**
 * An item of a copy, and how it is copied. A _copy_ is a table that was restored beside one of the service's. Recovery copies from
 * it what the service's table lacks.
 */
export type CopiedItem =
  | PlainItem
  | (Omit<PlainItem, 'kind'> & { readonly kind: 'client'; readonly client: ApiClient })
  | (Omit<PlainItem, 'kind'> & { readonly kind: 'user'; readonly user: User; readonly owner: UserRef })
  /** Never copied: it is recreated with its owner's item, or is safer to lose. */
  | { readonly kind: 'derived' }
  /** Never copied: the service cannot read it. */
  | { readonly kind: 'malformed'; readonly key: StoredItem };

interface CopyPage {
  readonly items: readonly StoredItem[];
  /** The part of the copy that has been read, from 0 to 1. */
  readonly share: number;
}

export interface RecoveryStore {
  /** Returns the name of the table that the service uses. */
  nameOf(table: ServiceTable): string;
  /** Reads a table by its name. @throws UseCaseError `copy_not_found` */
  read(name: string): AsyncIterable<CopyPage>;
  /** @returns undefined if the item is not of this table */
  toCopied(table: ServiceTable, item: StoredItem): CopiedItem | undefined;
  /** For each of the items, in order, returns the item of the table with the same key. */
  findStored(table: ServiceTable, items: readonly StoredItem[]): Promise<readonly (StoredItem | undefined)[]>;
  /** Returns the users as they are now, and the tombstones of removed ones, by `userMapKey`. */
  findStates(users: readonly UserRef[]): Promise<ReadonlyMap<string, UserState>>;
  /** Returns the times of the last removals that the audit log has of these users, by `userMapKey`. */
  findRemovals(users: readonly UserRef[]): Promise<ReadonlyMap<string, Instant>>;
  /** @returns false if the table has an item with this key */
  create(table: ServiceTable, item: StoredItem): Promise<boolean>;
  /**
   * Creates a user with its claims, search items and devices, in one transaction. A device that somebody else has since
   * registered is left out.
   * @returns false if the user exists
   * @throws IdentifierTaken
   */
  createUser(user: User, item: StoredItem): Promise<boolean>;
  /** Whether the audit log has a change of the client that this copy of it lacks. */
  hasChangedSince(copied: ApiClient): Promise<boolean>;
}
