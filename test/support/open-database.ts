import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createTables } from '../../lib/local/create-tables.ts';
import { startEmbeddedDatabase } from '../../lib/local/embedded-database.ts';
import { connectDatabase, type Database } from '../../shared/adapters/dynamodb/database.ts';
import { callBudgets } from '../../shared/adapters/sdk/call-budget.ts';
import { localTableNames } from '../../shared/local-service.ts';
import { tables, type TableId } from '../../shared/tables.ts';
import { makeMemoryDatabase } from './memory-database/memory-database.ts';

export interface TestDatabase {
  readonly database: Database;
  readonly tableNames: Readonly<Record<TableId, string>>;
  close(): Promise<void>;
}

/** The SDK needs a region and credentials; these are used on this machine only. */
const ANY_ACCOUNT = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };

const freshTableNames = (): Record<TableId, string> => {
  const run = randomUUID();
  const names = Object.keys(tables).map((id) => [id, `${id}-${run}`]);
  return Object.fromEntries(names) as Record<TableId, string>;
};

/** The engine without a server, whose tables all share. */
const openMemoryDatabase = (): TestDatabase => ({
  database: makeMemoryDatabase(),
  tableNames: localTableNames,
  close: async () => undefined,
});

/** Creates separate tables, in the DynamoDB of AWS_ENDPOINT_URL_DYNAMODB or in an embedded one. */
export const openDatabase = async (): Promise<TestDatabase> => {
  if (process.env['TEST_DATABASE'] === 'memory') return openMemoryDatabase();
  Object.assign(process.env, ANY_ACCOUNT);
  const external = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
  const embedded = external === undefined ? await startEmbeddedDatabase({ port: 0 }) : undefined;
  if (embedded) process.env['AWS_ENDPOINT_URL_DYNAMODB'] = embedded.url;
  const tableNames = freshTableNames();
  const client = new DynamoDBClient({});
  await createTables(client, tables, tableNames);
  client.destroy();
  await import('./patient-deadlines.ts');
  const connection = connectDatabase(callBudgets.operator());
  return {
    database: connection.withSignal(),
    tableNames,
    close: async () => {
      connection.close();
      await embedded?.stop();
      if (embedded) delete process.env['AWS_ENDPOINT_URL_DYNAMODB'];
    },
  };
};

/**
 * For tests of hundreds of runs: the DynamoDB that AWS_ENDPOINT_URL_DYNAMODB names, or the database in memory, on which the stores
 * pass the same contract tests at a tenth of the cost of the embedded one.
 */
export const openFastDatabase = async (): Promise<TestDatabase> =>
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] === undefined ? openMemoryDatabase() : openDatabase();
