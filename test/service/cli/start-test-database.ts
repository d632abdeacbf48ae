import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createTables } from '../../../lib/local/create-tables.ts';
import { startEmbeddedDatabase } from '../../../lib/local/backend.ts';
import type { Database } from '../../../shared/adapters/dynamodb/database.ts';
import { tables, type TableId } from '../../../shared/tables.ts';
import { useForFile } from '../../support/use-service.ts';

const startTestDatabase = async (names: Readonly<Record<TableId, string>>) => {
  const embedded = await startEmbeddedDatabase({ port: 0 });
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new DynamoDBClient({ endpoint: embedded.url, region: 'eu-central-1', credentials });
  await createTables(client, tables, names);
  const stop = async (): Promise<void> => {
    client.destroy();
    await embedded.stop();
  };
  const marshallOptions = { removeUndefinedValues: true };
  const database: Database = DynamoDBDocumentClient.from(client, { marshallOptions });
  return { url: embedded.url, database, stop };
};

/** Runs an embedded DynamoDB for the tests of a file, with tables that have these names. */
export const useTestDatabase = (names: Readonly<Record<TableId, string>>) => useForFile(() => startTestDatabase(names));
