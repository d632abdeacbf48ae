import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createTables } from '../../lib/local/create-tables.ts';
import { startEmbeddedDatabase } from '../../lib/local/backend.ts';
import { connectDatabase } from '../../shared/adapters/dynamodb/connect-database.ts';
import type { Database } from '../../shared/adapters/dynamodb/database.ts';
import { callBudgets } from '../../shared/adapters/sdk/call-budget.ts';
import { localTableNames } from '../../shared/local-service.ts';
import { tables, type TableId } from '../../shared/tables.ts';
import { makeMemoryDatabase, type Command } from './memory-database/memory-database.ts';
import { usePatientDeadlines } from './patient-deadlines.ts';

export interface TestDatabase {
  readonly database: Database;
  readonly tableNames: Readonly<Record<TableId, string>>;
  /** Creates a second, empty table of each kind. */
  createCopies(): Promise<Readonly<Record<TableId, string>>>;
  close(): Promise<void>;
}

/** The SDK needs a region and credentials; these are used on this machine only. */
const ANY_ACCOUNT = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };

const freshTableNames = (): Record<TableId, string> => {
  const run = randomUUID();
  const names = Object.keys(tables).map((id) => [id, `${id}-${run}`]);
  return Object.fromEntries(names) as Record<TableId, string>;
};

const COPY = '-copy';

const nameCopies = (names: Readonly<Record<TableId, string>>): Record<TableId, string> =>
  Object.fromEntries(Object.entries(names).map(([id, name]) => [id, name + COPY])) as Record<TableId, string>;

/** Tables in a database in this process, without a server. The copies are in a second such database. */
const makeMemoryTestDatabase = (): TestDatabase => {
  const database = makeMemoryDatabase();
  const copies = makeMemoryDatabase();
  const send = async ({ constructor, input }: Command): Promise<unknown> => {
    const { TableName = '' } = input as { readonly TableName?: string };
    return TableName.endsWith(COPY)
      ? copies.perform({ constructor, input: { ...input, TableName: TableName.slice(0, -COPY.length) } })
      : database.perform({ constructor, input });
  };
  return {
    database: { send: send as Database['send'] },
    tableNames: localTableNames,
    createCopies: async () => nameCopies(localTableNames),
    close: async () => undefined,
  };
};

/** Creates separate tables, in the DynamoDB of AWS_ENDPOINT_URL_DYNAMODB or in an embedded one. */
export const openDatabase = async (): Promise<TestDatabase> => {
  if (process.env['TEST_DATABASE'] === 'memory') return makeMemoryTestDatabase();
  Object.assign(process.env, ANY_ACCOUNT);
  const external = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
  const embedded = external === undefined ? await startEmbeddedDatabase({ port: 0 }) : undefined;
  if (embedded) process.env['AWS_ENDPOINT_URL_DYNAMODB'] = embedded.url;
  const tableNames = freshTableNames();
  const create = async (names: Record<TableId, string>): Promise<void> => {
    const client = new DynamoDBClient({});
    await createTables(client, tables, names);
    client.destroy();
  };
  await create(tableNames);
  usePatientDeadlines();
  const connection = connectDatabase(callBudgets.operator());
  return {
    database: connection.withSignal(),
    tableNames,
    createCopies: async () => {
      const names = nameCopies(tableNames);
      await create(names);
      return names;
    },
    close: async () => {
      connection.close();
      await embedded?.stop();
      if (embedded) delete process.env['AWS_ENDPOINT_URL_DYNAMODB'];
    },
  };
};

/**
 * Opens the database in memory, where the contract tests cost a tenth of what they cost on the embedded one. If
 * AWS_ENDPOINT_URL_DYNAMODB is set, uses that DynamoDB instead, like `openDatabase`.
 */
export const openDatabaseInMemory = async (): Promise<TestDatabase> =>
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] === undefined ? makeMemoryTestDatabase() : openDatabase();
