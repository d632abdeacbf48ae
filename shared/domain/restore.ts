import type { AdminEntry } from './audit-entry.ts';
import type { ApiClient, ApiClientRegistry } from './api-client.ts';
import type { Booking, BookingStore } from './booking.ts';
import type { DeviceStore } from './device.ts';
import type { Instant } from './instant.ts';
import type { RestorableTable, StoredItem } from './table-copy.ts';
import type { TokenFamily, TokenFamilyStore } from './token-family.ts';
import type { User, UserRef, UserStore } from './user.ts';

export type CopiedItem =
  | { readonly kind: 'client'; readonly client: ApiClient }
  | { readonly kind: 'family'; readonly family: TokenFamily; readonly item: StoredItem }
  | { readonly kind: 'user'; readonly user: User; readonly item: StoredItem }
  /** A claim or search item. */
  | { readonly kind: 'identifier'; readonly user: UserRef; readonly item: StoredItem }
  /** The tombstone of a user or client. */
  | { readonly kind: 'removal'; readonly item: StoredItem }
  | { readonly kind: 'booking'; readonly booking: Booking; readonly item: StoredItem }
  /** A log entry, the details of a log entry, or a check-in attempt. `user`: the person whose data it contains, if any. */
  | { readonly kind: 'entry'; readonly user?: UserRef; readonly expiresAt?: Instant; readonly item: StoredItem }
  /** An item that is written together with another item, so it is not restored on its own. */
  | { readonly kind: 'derived' }
  | { readonly kind: 'invalid'; readonly reason: string };

/** Writes items of a copy as they are. */
export interface ItemRestore {
  /** Returns whether each item's key exists, in the order of the items. */
  arePresent(items: readonly StoredItem[]): Promise<boolean[]>;
  /** @returns false if an item with this key exists */
  create(item: StoredItem): Promise<boolean>;
}

export interface UserRestore extends ItemRestore {
  /**
   * Creates a user with its claims and search items in one transaction.
   * @returns false if the user exists
   * @throws IdentifierTaken
   */
  createUser(user: User, item: StoredItem): Promise<boolean>;
  /**
   * Writes a missing claim or search item, if it still belongs to its user.
   * @returns whether it was written
   */
  restoreIdentifier(item: StoredItem): Promise<boolean>;
}

export interface RemovedUsers {
  /** Returns those of `users` that were removed, according to the users table or the log. */
  readonly findRemoved: (users: readonly UserRef[]) => Promise<UserRef[]>;
}

export interface AdminHistory {
  /** Lists the entries that concern no user, newest first. */
  list(companyId: string): Promise<readonly AdminEntry[]>;
}

export interface RestoreStores extends RemovedUsers {
  readonly readItem: (table: RestorableTable, item: StoredItem) => CopiedItem;
  readonly apiClients: ApiClientRegistry;
  /** Writes the items about the client that gates' requests read, if any is missing. @returns whether any was missing */
  readonly repairAccess: (client: ApiClient) => Promise<boolean>;
  readonly history: AdminHistory;
  readonly families: Pick<TokenFamilyStore, 'find'>;
  /** Restores token families and tombstones. */
  readonly clientRestore: ItemRestore;
  readonly users: Pick<UserStore, 'findAll' | 'findIds' | 'change'>;
  readonly devices: DeviceStore;
  readonly userRestore: UserRestore;
  readonly bookings: Pick<BookingStore, 'findAll' | 'change'>;
  readonly bookingRestore: ItemRestore;
  /** How long a booking is kept after its end. */
  readonly retentionDays: number;
  readonly attemptRestore: ItemRestore;
  readonly logRestore: ItemRestore;
  readonly auditRestore: ItemRestore;
  readonly detailsRestore: ItemRestore;
}
