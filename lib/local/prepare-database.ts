import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { makeApiClientRegistry } from '../../shared/adapters/dynamodb/api-client-store.ts';
import { makeBookingStore } from '../../shared/adapters/dynamodb/booking-store.ts';
import { callBudgets } from '../../shared/adapters/sdk/call-budget.ts';
import { connectDatabase } from '../../shared/adapters/dynamodb/database.ts';
import { makeUserStore } from '../../shared/adapters/dynamodb/user-store.ts';
import { tables } from '../../shared/tables.ts';
import { CannotStartError } from './cannot-start-error.ts';
import { createTables } from './create-tables.ts';
import { seedDemo, type Demo } from './demo/demo.ts';
import { localTableNames } from '../../shared/local-service.ts';

const makeTables = async (databaseUrl: string): Promise<void> => {
  const client = new DynamoDBClient({ ...callBudgets.operator(), endpoint: databaseUrl });
  try {
    await createTables(client, tables, localTableNames);
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new CannotStartError(`The DynamoDB at ${databaseUrl} cannot be used: ${reason}.`, { cause: error });
  } finally {
    client.destroy();
  }
};

const seed = async (): Promise<Demo> => {
  const connection = connectDatabase(callBudgets.operator());
  const database = connection.withSignal();
  const stores = {
    clients: makeApiClientRegistry(database, localTableNames.apiClients),
    users: makeUserStore(database, localTableNames.users),
    bookings: makeBookingStore(database, localTableNames.bookings),
  };
  try {
    return await seedDemo(stores, Date.now());
  } finally {
    connection.close();
  }
};

/** Sees to it that the tables are there, and the demo data where it is wanted. @throws CannotStartError */
export const prepareDatabase = async (databaseUrl: string, wantsDemo: boolean): Promise<Demo | undefined> => {
  await makeTables(databaseUrl);
  return wantsDemo ? seed() : undefined;
};
