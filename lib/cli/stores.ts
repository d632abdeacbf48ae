import type { ActivityLog } from '../../shared/domain/activity-log.ts';
import type { ApiClientRegistry } from '../../shared/domain/api-client.ts';
import type { BookingStore } from '../../shared/domain/booking.ts';
import type { DeviceStore, UserStore } from '../../shared/domain/user.ts';
import type { InviteByEmail, MemberStore } from '../../shared/domain/roster.ts';
import type { RestoreStores } from '../../shared/domain/restore.ts';
import type { Retention, RetentionStore } from '../../shared/domain/retention.ts';
import type { RestorableTable, StoredItem, TableCopy } from '../../shared/domain/table-copy.ts';
import type { KeySecrets, PublicKeyRegistry } from '../../shared/domain/signing-keys.ts';
import type { TokenLifetimes } from '../../shared/use-cases/keys/keys.ts';
import type { DeliveryKind, ReplayDependencies } from '../../shared/use-cases/deliveries/replay.ts';

/** Options that choose the service to work on: the local service or a deployed stack. */
export interface TargetOptions {
  readonly local?: boolean | undefined;
  readonly stack?: string | undefined;
}

/** The issuer at which members of the console sign in. */
export interface ConsoleSignIn {
  /** `iss` of the members' tokens. */
  readonly issuer: string;
  /** Whether the service runs locally, where the operator creates the accounts and nobody has to accept an invitation. */
  readonly isLocal: boolean;
  readonly url?: string;
  /** Undefined if the issuer sends no mail. */
  readonly sendInvitation?: InviteByEmail;
  /** A note about the issuer for the operator. */
  readonly warning?: string;
}

export interface BackupAccess {
  readonly restore: RestoreStores;
  /** Returns the name of the table that the service uses, as opposed to a copy. */
  readonly nameOf: (table: RestorableTable) => string;
  readonly openTable: (name: string) => TableCopy;
  /** Reads one line of a file. @returns the item, or the reason why the line contains no valid item */
  readonly readLine: (line: string) => { readonly item: StoredItem } | { readonly reason: string };
  /** Formats one line of a file: the fields that an import reads, and the whole item. */
  readonly toLine: (item: StoredItem, importable: object) => string;
}

export interface Stores {
  readonly apiClients: ApiClientRegistry;
  readonly users: UserStore;
  readonly devices: DeviceStore;
  readonly bookings: BookingStore;
  readonly log: ActivityLog;
  readonly expiries: RetentionStore;
  readonly retention: Retention;
  readonly keys: KeySecrets;
  readonly publicKeys: Pick<PublicKeyRegistry, 'list'>;
  /** Makes the service publish a new key now, instead of at the next log-in. @throws Error if the API does not respond */
  readonly publishKeys?: () => Promise<void>;
  readonly members: MemberStore;
  readonly findConsole: () => Promise<ConsoleSignIn>;
  readonly lifetimes: TokenLifetimes;
  /**
   * Connects to the failed deliveries of a deployed stack. Resolves to undefined if there is no queue of failures, because the
   * service is local or the stage has no event bus.
   */
  readonly connectReplay: (kind: DeliveryKind) => Promise<ReplayDependencies | undefined>;
  readonly openBackup: () => Promise<BackupAccess>;
  readonly close: () => void;
}
