import { makeActivityLogStore } from '../../../shared/adapters/dynamodb/activity-log-store.ts';
import { makeCheckinLog } from '../../../shared/adapters/dynamodb/checkin-log.ts';
import { makeApiClientRegistry } from '../../../shared/adapters/dynamodb/api-client-store.ts';
import { makeToAuditWrites } from '../../../shared/adapters/dynamodb/audit-log.ts';
import { makeTestBookingStore } from '../../support/booking-store.ts';
import { makeClientAccessReader } from '../../../shared/adapters/dynamodb/client-access.ts';
import { makeCheckinAttemptStore } from '../../../shared/adapters/dynamodb/checkin-attempt-store.ts';
import type { Database } from '../../../shared/adapters/dynamodb/database.ts';
import { makeDeviceStore } from '../../../shared/adapters/dynamodb/device-store.ts';
import { makeMemberStore } from '../../../shared/adapters/dynamodb/member-store.ts';
import { makeRemovalNotes } from '../../../shared/adapters/dynamodb/removal-notes.ts';
import { makePublicKeyStore } from '../../../shared/adapters/dynamodb/public-key-store.ts';
import { makeTokenFamilyStore } from '../../../shared/adapters/dynamodb/token-family-store.ts';
import { makeUserStore } from '../../../shared/adapters/dynamodb/user-store.ts';
import { makeKeySecrets } from '../../../shared/adapters/secrets-manager/key-secrets.ts';
import { localKeySecrets, localTableNames as names } from '../../../shared/local-service.ts';
import { defaultLogRetention } from '../../../shared/settings.ts';
import type { MemorySecrets } from '../../support/memory-secrets.ts';

/** The real stores, on one actor's database and Secrets Manager. */
export const openActorStores = (database: Database, secrets: Pick<MemorySecrets, 'send'>, now: () => number) => {
  const toAuditWrites = makeToAuditWrites(names, defaultLogRetention.adminLogDays);
  const bookings = makeTestBookingStore(database, names.bookings, undefined, toAuditWrites);
  const connection = { withSignal: () => database };
  return {
    clients: makeApiClientRegistry(database, names, defaultLogRetention.adminLogDays),
    access: makeClientAccessReader(database, names.apiClients),
    families: makeTokenFamilyStore(database, names.apiClients),
    users: makeUserStore(database, names.users, toAuditWrites),
    devices: makeDeviceStore(database, names.users, toAuditWrites),
    bookings,
    attempts: makeCheckinAttemptStore(database, names.checkinAttempts),
    checkinLog: makeCheckinLog(connection, names.checkinLog, defaultLogRetention.checkinLogDays),
    members: makeMemberStore(database, names, defaultLogRetention.adminLogDays),
    log: makeActivityLogStore(database, names, defaultLogRetention, now),
    keys: makeKeySecrets(secrets, localKeySecrets),
    publicKeys: makePublicKeyStore(database, names.signingKeys),
    removals: makeRemovalNotes(database, names.auditDetails),
    secrets,
  };
};

export type ActorStores = ReturnType<typeof openActorStores>;
