import type { AdminEntry } from './audit-entry.ts';
import type { ApiClient, ApiClientRegistry } from './api-client.ts';
import type { Booking, BookingStore } from './booking.ts';
import type { DeviceStore, User, UserRef, UserStore } from './user.ts';
import type { Instant } from './instant.ts';
import type { RestorableTable, StoredItem } from './table-copy.ts';
import type { TokenFamily } from './token-family.ts';

interface ValidItem {
  readonly item: StoredItem;
  readonly owner?: UserRef | undefined;
  readonly expiresAt?: Instant | undefined;
}

export type RestorableItem = ValidItem &
  (
    | { readonly kind: 'client'; readonly client: ApiClient }
    | { readonly kind: 'family'; readonly family: TokenFamily }
    | { readonly kind: 'user'; readonly user: User }
    | { readonly kind: 'booking'; readonly booking: Booking }
    /** A log entry, the details of a log entry, or a check-in attempt. */
    | { readonly kind: 'entry' }
    | { readonly kind: 'removal' }
  );

export type CopiedItem =
  | RestorableItem
  /** An item that is written together with another item, so it is not restored on its own. */
  | { readonly kind: 'derived' }
  | { readonly kind: 'invalid'; readonly reason: string };

export interface RestoreStores {
  readonly readItem: (table: RestorableTable, item: StoredItem) => CopiedItem;
  /** Returns, in the order of the items, what the table has under each item's key. */
  readonly findStored: (
    table: RestorableTable,
    items: readonly StoredItem[],
  ) => Promise<readonly (CopiedItem | undefined)[]>;
  /** Writes an item of a copy as it is. @returns false if the table has an item with this key */
  readonly create: (table: RestorableTable, item: StoredItem) => Promise<boolean>;
  readonly apiClients: ApiClientRegistry;
  /** Lists the entries of the company's audit log that concern no user, newest first. */
  readonly listAdminEntries: (companyId: string) => Promise<readonly AdminEntry[]>;
  readonly users: Pick<UserStore, 'findIds' | 'change'>;
  readonly devices: DeviceStore;
  /**
   * Creates a user with its claims and search items in one transaction.
   * @returns false if the user exists
   * @throws IdentifierTaken
   */
  readonly createUser: (user: User, item: StoredItem) => Promise<boolean>;
  /** Returns those of `users` that were removed, according to the users table or the log. */
  readonly findRemoved: (users: readonly UserRef[]) => Promise<UserRef[]>;
  readonly bookings: Pick<BookingStore, 'change'>;
  /** How long a booking is kept after its end. */
  readonly retentionDays: number;
}
