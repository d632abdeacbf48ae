import type { AdminEntry } from './audit-entry.ts';
import type { ApiClient, ApiClientRegistry } from './api-client.ts';
import type { Booking, BookingStore } from './booking.ts';
import type { DeviceStore } from './device.ts';
import type { Instant } from './instant.ts';
import type { RestorableTable, StoredItem } from './table-copy.ts';
import type { TokenFamily, TokenFamilyStore } from './token-family.ts';
import type { User, UserRef, UserStore } from './user.ts';

/** A recognised item of a copy. */
export type CopiedItem =
  | { readonly kind: 'client'; readonly client: ApiClient }
  | { readonly kind: 'family'; readonly family: TokenFamily; readonly item: StoredItem }
  | { readonly kind: 'user'; readonly user: User; readonly item: StoredItem }
  /** A claim or search item: the user of a badge, an e-mail address or a word of a name. */
  | { readonly kind: 'identifier'; readonly user: UserRef; readonly item: StoredItem }
  /** A tombstone: what the removal of a user or the deletion of a client leaves under its key. */
  | { readonly kind: 'removal'; readonly item: StoredItem }
  | { readonly kind: 'booking'; readonly booking: Booking; readonly item: StoredItem }
  /** An entry of a log, details of one, or a check-in attempt. `user`: the user whose data it is, if any. */
  | { readonly kind: 'entry'; readonly user?: UserRef; readonly expiresAt?: Instant; readonly item: StoredItem }
  /** Written with another item, so not restored by itself. */
  | { readonly kind: 'derived' }
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
   * Creates the user with its devices, claims and search items in one transaction.
   * @returns false if the user exists
   * @throws IdentifierTaken if a badge or the e-mail address now belongs to another user
   */
  createUser(user: User, item: StoredItem): Promise<boolean>;
  /**
   * Writes a missing claim or search item again, if its user exists and has the badge, address or word.
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

/** The stores that a restore reads and writes. */
export interface RestoreStores extends RemovedUsers {
  /** Recognises an item of a table. */
  readonly readItem: (table: RestorableTable, item: StoredItem) => CopiedItem;
  readonly apiClients: ApiClientRegistry;
  /** Writes what the requests of a client's gates read, where it is missing. @returns whether it was */
  readonly repairAccess: (client: ApiClient) => Promise<boolean>;
  readonly history: AdminHistory;
  readonly families: Pick<TokenFamilyStore, 'find'>;
  /** Writes token families, and tombstones of clients. */
  readonly clientRestore: ItemRestore;
  readonly users: Pick<UserStore, 'findAll' | 'findIds' | 'change'>;
  readonly devices: DeviceStore;
  readonly userRestore: UserRestore;
  readonly bookings: Pick<BookingStore, 'findAll' | 'change'>;
  readonly bookingRestore: ItemRestore;
  /** How long bookings are kept after they end. */
  readonly retentionDays: number;
  readonly attemptRestore: ItemRestore;
  readonly logRestore: ItemRestore;
  readonly auditRestore: ItemRestore;
  readonly detailsRestore: ItemRestore;
}
