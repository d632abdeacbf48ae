import pMap from 'p-map';
import { localEnvironment } from '../../lib/cli/connection/connect.ts';
import { openAdministrationStores } from '../../shared/adapters/dynamodb/administration-stores.ts';
import { makeCheckinAttemptStore } from '../../shared/adapters/dynamodb/checkin-attempt-store.ts';
import { connectDatabase } from '../../shared/adapters/dynamodb/connect-database.ts';
import type { Database } from '../../shared/adapters/dynamodb/database.ts';
import { makePublicKeyStore } from '../../shared/adapters/dynamodb/public-key-store.ts';
import { callBudgets } from '../../shared/adapters/sdk/call-budget.ts';
import { HOUR } from '../../shared/domain/instant.ts';
import type { UserRef } from '../../shared/domain/user.ts';
import { localTableNames } from '../../shared/local-service.ts';
import { defaultLogRetention } from '../../shared/settings.ts';
import type { TableId } from '../../shared/tables.ts';
import { completeBooking, acceptTestBookings, type TestBooking } from './booking-store.ts';

/** The real stores, by default on the local service's tables. */
export const openTestStores = (database: Database, names: Readonly<Record<TableId, string>> = localTableNames) => {
  const retention = { ...defaultLogRetention, retentionDays: 0 };
  const { apiClients, bookings, ...stores } = openAdministrationStores(database, names, retention);
  return {
    ...stores,
    clients: apiClients,
    bookings: acceptTestBookings(bookings),
    publicKeys: makePublicKeyStore(database, names.signingKeys),
    attempts: makeCheckinAttemptStore(database, names.checkinAttempts),
  };
};

/** The stores of the running local service, so that a test can write and read data. */
export type TestStores = ReturnType<typeof createTestStores>;

/** @param databaseUrl the DynamoDB of the service */
export const createTestStores = (databaseUrl: string) => {
  Object.assign(process.env, localEnvironment({ ...process.env, AWS_ENDPOINT_URL_DYNAMODB: databaseUrl }));
  const connection = connectDatabase(callBudgets.operator());
  const stores = openTestStores(connection.withSignal());
  return {
    ...stores,
    async deleteClient(clientId: string): Promise<void> {
      const client = await stores.clients.find(clientId);
      if (client) await stores.clients.delete(client, Date.now());
    },
    /** Saves a booking, by default of a desk, with a check-in period from an hour before `at` until an hour after it. */
    book: (user: UserRef, { at = Date.now(), ...changes }: Partial<TestBooking> & { readonly at?: number } = {}) =>
      stores.bookings.save({
        user,
        bookingId: 'desk',
        kind: 'position',
        checkinOpensAt: at - HOUR,
        noShowAt: at + HOUR,
        ...changes,
      }),
    /** Creates bookings in parallel. */
    async createBookings(bookings: readonly TestBooking[]): Promise<void> {
      const create = (booking: ReturnType<typeof completeBooking>) =>
        stores.bookings.change(booking, () => booking, { booking: undefined });
      await pMap(bookings.map(completeBooking), create, { concurrency: 64 });
    },
    close: () => connection.close(),
  };
};
