import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createTables } from '../../../lib/local/create-tables.ts';
import { startEmbeddedDatabase } from '../../../lib/local/backend.ts';
import type { Database } from '../../../shared/adapters/dynamodb/database.ts';
import { tables, type TableId } from '../../../shared/tables.ts';

export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  stop(): Promise<void>;
}

/** Starts an embedded DynamoDB on a free port, with tables that have these names. */
export const startTestDatabase = async (names: Readonly<Record<TableId, string>>): Promise<TestDatabase> => {
  const embedded = await startEmbeddedDatabase({ port: 0 });
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new DynamoDBClient({ endpoint: embedded.url, region: 'eu-central-1', credentials });
  await createTables(client, tables, names);
  const stop = async (): Promise<void> => {
    client.destroy();
    await embedded.stop();
  };
  const marshallOptions = { removeUndefinedValues: true };
  return { url: embedded.url, database: DynamoDBDocumentClient.from(client, { marshallOptions }), stop };
};
