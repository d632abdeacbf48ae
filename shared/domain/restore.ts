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

export interface RestoreStores {
  readonly readItem: (table: RestorableTable, item: StoredItem) => CopiedItem;
  readonly itemsOf: (table: RestorableTable) => ItemRestore;
  readonly apiClients: ApiClientRegistry;
  /** Lists the entries of the company's audit log that concern no user, newest first. */
  readonly listAdminEntries: (companyId: string) => Promise<readonly AdminEntry[]>;
  readonly families: Pick<TokenFamilyStore, 'find'>;
  readonly users: Pick<UserStore, 'findAll' | 'findIds' | 'change'>;
  readonly devices: DeviceStore;
  /**
   * Creates a user with its claims and search items in one transaction.
   * @returns false if the user exists
   * @throws IdentifierTaken
   */
  readonly createUser: (user: User, item: StoredItem) => Promise<boolean>;
  /** Returns those of `users` that were removed, according to the users table or the log. */
  readonly findRemoved: (users: readonly UserRef[]) => Promise<UserRef[]>;
  readonly bookings: Pick<BookingStore, 'findAll' | 'change'>;
  /** How long a booking is kept after its end. */
  readonly retentionDays: number;
}
