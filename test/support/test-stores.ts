import pMap from 'p-map';
import { localEnvironment } from '../../lib/cli/connection/local-environment.ts';
import { localTableNames } from '../../shared/local-service.ts';
import { defaultLogRetention } from '../../shared/settings.ts';
import { makeActivityLogStore } from '../../shared/adapters/dynamodb/activity-log-store.ts';
import { makeApiClientRegistry } from '../../shared/adapters/dynamodb/api-client-store.ts';
import { makeToAuditWrites } from '../../shared/adapters/dynamodb/audit-log.ts';
import { aBookingOf, makeTestBookingStore, type TestBooking, type TestBookingStore } from './booking-store.ts';
import { callBudgets } from '../../shared/adapters/sdk/call-budget.ts';
import { connectDatabase } from '../../shared/adapters/dynamodb/connect-database.ts';
import { makeCheckinAttemptStore } from '../../shared/adapters/dynamodb/checkin-attempt-store.ts';
import { makeMemberStore } from '../../shared/adapters/dynamodb/member-store.ts';
import { makePublicKeyStore } from '../../shared/adapters/dynamodb/public-key-store.ts';
import { makeUserStore } from '../../shared/adapters/dynamodb/user-store.ts';
import type { ActivityLog } from '../../shared/domain/activity-log.ts';
import type { ApiClientRegistry } from '../../shared/domain/api-client.ts';
import type { CheckinAttemptStore } from '../../shared/domain/checkin-attempt.ts';
import type { MemberStore } from '../../shared/domain/roster.ts';
import type { PublicKeyRegistry } from '../../shared/domain/public-key.ts';
import type { UserStore } from '../../shared/domain/user.ts';

/** The stores of the running local service, so that a test can write and read data. */
export interface TestStores {
  readonly clients: ApiClientRegistry;
  readonly users: UserStore;
  readonly bookings: TestBookingStore;
  readonly log: ActivityLog;
  readonly members: MemberStore;
  readonly attempts: CheckinAttemptStore;
  readonly publicKeys: PublicKeyRegistry;
  deleteClient(clientId: string): Promise<void>;
  /** Creates bookings in parallel. */
  createBookings(bookings: readonly TestBooking[]): Promise<void>;
  close(): void;
}

/** @param databaseUrl the DynamoDB of the service */
export const createTestStores = (databaseUrl: string): TestStores => {
  Object.assign(process.env, localEnvironment({ ...process.env, AWS_ENDPOINT_URL_DYNAMODB: databaseUrl }));
  const connection = connectDatabase(callBudgets.operator());
  const database = connection.withSignal();
  const clients = makeApiClientRegistry(database, localTableNames, defaultLogRetention.adminLogDays);
  const toAuditWrites = makeToAuditWrites(localTableNames, defaultLogRetention.adminLogDays);
  const bookings = makeTestBookingStore(database, localTableNames.bookings, undefined, toAuditWrites);
  return {
    clients,
    users: makeUserStore(database, localTableNames.users, toAuditWrites),
    bookings,
    log: makeActivityLogStore(database, localTableNames, defaultLogRetention),
    members: makeMemberStore(database, localTableNames, defaultLogRetention.adminLogDays),
    attempts: makeCheckinAttemptStore(database, localTableNames.checkinAttempts),
    publicKeys: makePublicKeyStore(database, localTableNames.signingKeys),
    async deleteClient(clientId) {
      const client = await clients.find(clientId);
      if (client) await clients.delete(client, Date.now());
    },
    async createBookings(created) {
      await pMap(
        created.map(aBookingOf),
        (booking) => bookings.change(booking, () => booking, { booking: undefined }),
        {
          concurrency: 64,
        },
      );
    },
    close: () => connection.close(),
  };
};
