import { makeActivityLogStore } from '../../shared/adapters/dynamodb/activity-log-store.ts';
import { makeApiClientRegistry } from '../../shared/adapters/dynamodb/api-client-store.ts';
import { makeBookingBackfill } from '../../shared/adapters/dynamodb/booking-backfill.ts';
import { makeWriteBookings } from '../../shared/adapters/dynamodb/booking-writes.ts';
import { makeBookingStore } from '../../shared/adapters/dynamodb/booking-store.ts';
import { makeDeviceStore } from '../../shared/adapters/dynamodb/device-store.ts';
import { makeMemberStore } from '../../shared/adapters/dynamodb/member-store.ts';
import { makeRetentionStore } from '../../shared/adapters/dynamodb/retention-store.ts';
import { makeCreateUsers } from '../../shared/adapters/dynamodb/user-inserts.ts';
import { makeUserStore } from '../../shared/adapters/dynamodb/user-store.ts';
import type { ActivityLog } from '../../shared/domain/activity-log.ts';
import type { ApiClientRegistry } from '../../shared/domain/api-client.ts';
import type { BookingBackfill } from '../../shared/domain/booking-backfill.ts';
import type { BookingStore, WriteBookings } from '../../shared/domain/booking.ts';
import type { DeviceStore } from '../../shared/domain/device.ts';
import type { MemberStore } from '../../shared/domain/member.ts';
import type { Retention, RetentionStore } from '../../shared/domain/retention.ts';
import type { CreateUsers, UserStore } from '../../shared/domain/user.ts';
import { makeKeySecrets } from '../../shared/adapters/secrets-manager/key-secrets.ts';
import type { KeySecrets } from '../../shared/domain/key-secrets.ts';
import type { TokenLifetimes } from '../../shared/use-cases/keys/rotate-key.ts';
import type { ReplayDependencies } from '../../shared/use-cases/pushes/replay.ts';
import { resolveTarget } from './connection/connect.ts';
import type { TargetOptions } from './connection/target-options.ts';
import type { BackupAccess } from './connection/open-backup.ts';
import type { ConsoleAccounts } from './connection/find-console.ts';

/** The stores and services that the commands use. */
export interface Stores {
  readonly apiClients: ApiClientRegistry;
  readonly users: UserStore;
  readonly createUsers: CreateUsers;
  readonly devices: DeviceStore;
  readonly bookings: BookingStore;
  readonly writeBookings: WriteBookings;
  readonly bookingBackfill: BookingBackfill;
  readonly log: ActivityLog;
  readonly kept: RetentionStore;
  /** How long the service keeps bookings and log entries. */
  readonly retention: Retention;
  readonly keys: KeySecrets;
  readonly members: MemberStore;
  /** Where members of the console sign in. */
  readonly findConsole: () => Promise<ConsoleAccounts>;
  /** How long the service's tokens live. */
  readonly lifetimes: TokenLifetimes;
  /** Connects to the failed pushes of a deployed stack; the local service keeps none. */
  readonly connectPushes?: () => Promise<ReplayDependencies>;
  /** Opens the dependencies of backups and restores. */
  readonly openBackup: () => Promise<BackupAccess>;
  readonly close: () => void;
}

/** The stores of the service that the options name. AWS clients that only one command needs are loaded by that command. */
export const openStores = async (options: TargetOptions): Promise<Stores> => {
  const { database, tableNames, secrets, keySecrets, lifetimes, retention, pushes, close } =
    await resolveTarget(options);
  return {
    apiClients: makeApiClientRegistry(database, tableNames.apiClients),
    users: makeUserStore(database, tableNames.users),
    createUsers: makeCreateUsers(database, tableNames.users),
    devices: makeDeviceStore(database, tableNames.users),
    bookings: makeBookingStore(database, tableNames.bookings, retention.retentionDays),
    writeBookings: makeWriteBookings(database, tableNames.bookings, retention.retentionDays),
    bookingBackfill: makeBookingBackfill(database, tableNames.bookings),
    log: makeActivityLogStore(database, tableNames.activityLog, retention),
    kept: makeRetentionStore(database, tableNames),
    retention,
    keys: makeKeySecrets(secrets, keySecrets),
    members: makeMemberStore(database, tableNames.members),
    findConsole: async () => (await import('./connection/find-console.ts')).findConsole(options),
    lifetimes,
    ...(pushes && {
      connectPushes: async () => (await import('./connection/connect-pushes.ts')).connectPushes(pushes),
    }),
    openBackup: async () =>
      (await import('./connection/open-backup.ts')).openBackup(database, tableNames, retention.retentionDays),
    close,
  };
};
