import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { makeLogStore } from '../../shared/adapters/dynamodb/log-store.ts';
import { makeApiClientRegistry } from '../../shared/adapters/dynamodb/api-client-store.ts';
import { makeBookingStore } from '../../shared/adapters/dynamodb/booking-store.ts';
import { connectDatabase } from '../../shared/adapters/dynamodb/connect-database.ts';
import { makeMemberStore } from '../../shared/adapters/dynamodb/member-store.ts';
import { makeUserStore } from '../../shared/adapters/dynamodb/user-store.ts';
import { callBudgets } from '../../shared/adapters/sdk/call-budget.ts';
import { localTableNames } from '../../shared/local-service.ts';
import { defaultLogRetention } from '../../shared/settings.ts';
import { tables } from '../../shared/tables.ts';
import { CannotStartError } from './cannot-start-error.ts';
import { createTables } from './create-tables.ts';

/** Does work that the service needs to start. @throws CannotStartError that names the database if the work fails */
export const withDatabaseErrors = async <Result>(databaseUrl: string, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new CannotStartError(`The DynamoDB at ${databaseUrl} cannot be used: ${reason}.`, { cause: error });
  }
};

/** Creates the missing tables. @throws CannotStartError if the database cannot be used */
export const prepareDatabase = async (databaseUrl: string): Promise<void> => {
  const client = new DynamoDBClient({ ...callBudgets.operator(), endpoint: databaseUrl });
  try {
    await withDatabaseErrors(databaseUrl, () => createTables(client, tables, localTableNames));
  } finally {
    client.destroy();
  }
};

/** The stores that the local service itself uses, for demo data and sign-in. */
export type LocalStores = ReturnType<typeof openStores>;

/** @returns stores on the database that `process.env` names */
export const openStores = () => {
  const connection = connectDatabase(callBudgets.operator());
  const database = connection.withSignal();
  return {
    clients: makeApiClientRegistry(database, localTableNames, defaultLogRetention.adminLogDays),
    users: makeUserStore(database, localTableNames.users),
    bookings: makeBookingStore(database, localTableNames.bookings),
    members: makeMemberStore(database, localTableNames, defaultLogRetention.adminLogDays),
    log: makeLogStore(database, localTableNames, defaultLogRetention),
    close: () => connection.close(),
  };
};
