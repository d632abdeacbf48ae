import { makeActivityLogStore } from '../../../shared/adapters/dynamodb/activity-log-store.ts';
import { makeApiClientRegistry } from '../../../shared/adapters/dynamodb/api-client-store.ts';
import { makeToAuditWrites } from '../../../shared/adapters/dynamodb/audit-log.ts';
import { makeBookingStore } from '../../../shared/adapters/dynamodb/booking-store.ts';
import { makeDeviceStore } from '../../../shared/adapters/dynamodb/device-store.ts';
import { makeMemberStore } from '../../../shared/adapters/dynamodb/member-store.ts';
import { makeRetentionStore } from '../../../shared/adapters/dynamodb/retention-store.ts';
import { makePublicKeyStore } from '../../../shared/adapters/dynamodb/public-key-store.ts';
import { makeUserStore } from '../../../shared/adapters/dynamodb/user-store.ts';
import { makeKeySecrets } from '../../../shared/adapters/secrets-manager/key-secrets.ts';
import { resolveTarget } from './connect.ts';
import { publishKeys } from './publish-keys.ts';
import type { TargetOptions } from './target-options.ts';
import type { Stores } from '../stores.ts';

/** The stores of the service that the options name. AWS clients that only one command needs are loaded by that command. */
export const openStores = async (options: TargetOptions): Promise<Stores> => {
  const { apiUrl, database, tableNames, secrets, keySecrets, lifetimes, retention, deliveries, close } =
    await resolveTarget(options);
  const toAuditWrites = makeToAuditWrites(tableNames, retention.adminLogDays);
  return {
    apiClients: makeApiClientRegistry(database, tableNames, retention.adminLogDays),
    users: makeUserStore(database, tableNames.users, toAuditWrites),
    devices: makeDeviceStore(database, tableNames.users, toAuditWrites),
    bookings: makeBookingStore(database, tableNames.bookings, retention.retentionDays, toAuditWrites),
    log: makeActivityLogStore(database, tableNames, retention),
    expiries: makeRetentionStore(database, tableNames),
    retention,
    keys: makeKeySecrets(secrets, keySecrets),
    members: makeMemberStore(database, tableNames, retention.adminLogDays),
    publicKeys: makePublicKeyStore(database, tableNames.signingKeys),
    ...(apiUrl !== undefined && { publishKeys: () => publishKeys(apiUrl) }),
    findConsole: async () => (await import('./find-console.ts')).findConsole(options),
    lifetimes,
    async connectReplay(what) {
      const delivery = deliveries[what];
      return delivery && (await import('./connect-replay.ts')).connectReplay(delivery);
    },
    openBackup: async () => (await import('./open-backup.ts')).openBackup(database, tableNames, retention),
    close,
  };
};
