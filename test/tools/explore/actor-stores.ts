import { makeActivityLogStore } from '../../../shared/adapters/dynamodb/activity-log-store.ts';
import { makeCheckinLog } from '../../../shared/adapters/dynamodb/checkin-log.ts';
import { makeClientAccessReader } from '../../../shared/adapters/dynamodb/api-client-store.ts';
import type { Database } from '../../../shared/adapters/dynamodb/database.ts';
import { makeRemovalNotes } from '../../../shared/adapters/dynamodb/audit-log.ts';
import { makeTokenFamilyStore } from '../../../shared/adapters/dynamodb/token-family-store.ts';
import { makeKeySecrets } from '../../../shared/adapters/secrets-manager/key-secrets.ts';
import { localKeySecrets, localTableNames as names } from '../../../shared/local-service.ts';
import { defaultLogRetention } from '../../../shared/settings.ts';
import type { MemorySecrets } from '../../support/memory-secrets.ts';
import { openTestStores } from '../../support/test-stores.ts';

/** The real stores, on one actor's database and Secrets Manager. */
export const openActorStores = (database: Database, secrets: Pick<MemorySecrets, 'send'>, now: () => number) => ({
  ...openTestStores(database),
  access: makeClientAccessReader(database, names.apiClients),
  families: makeTokenFamilyStore(database, names.apiClients),
  checkinLog: makeCheckinLog({ withSignal: () => database }, names.checkinLog, defaultLogRetention.checkinLogDays),
  log: makeActivityLogStore(database, names, defaultLogRetention, now),
  keys: makeKeySecrets(secrets, localKeySecrets),
  removals: makeRemovalNotes(database, names.auditDetails),
  secrets,
});

export type ActorStores = ReturnType<typeof openActorStores>;
