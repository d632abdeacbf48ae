import { DynamoDBClient, ListTablesCommand, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTables } from '../../lib/local/create-tables.ts';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '../../lib/local/backend.ts';
import type { TableDefinition } from '../../shared/tables.ts';

const doors: TableDefinition = {
  partitionKey: { name: 'building', type: 'S' },
  sortKey: { name: 'door', type: 'N' },
  indexes: [
    {
      name: 'byFloor',
      partitionKey: { name: 'floor', type: 'N' },
      sortKey: { name: 'door', type: 'N' },
      projectedAttributes: 'all',
    },
  ],
  timeToLive: 'expiresAtSeconds',
};
const keys: TableDefinition = { partitionKey: { name: 'keyId', type: 'S' }, indexes: [] };

describe('createTables', () => {
  const names = { doors: 'Doors', keys: 'Keys' };
  let database: EmbeddedDatabase;
  let client: DynamoDBClient;

  const connect = (endpoint: string) =>
    new DynamoDBClient({
      endpoint,
      region: 'local',
      maxAttempts: 1,
      credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
    });

  beforeEach(async () => {
    database = await startEmbeddedDatabase({ port: 0 });
    client = connect(database.url);
  });

  afterEach(async () => {
    client.destroy();
    await database.stop();
  });

  it('creates missing tables, and keeps existing tables with their data', async () => {
    await createTables(client, { keys }, { keys: 'Keys' });
    await client.send(new PutItemCommand({ TableName: 'Keys', Item: { keyId: { S: 'front' } } }));
    await createTables(client, { doors, keys }, names);
    expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual(['Doors', 'Keys']);
    expect((await client.send(new ScanCommand({ TableName: 'Keys' }))).Items).toEqual([{ keyId: { S: 'front' } }]);
  });

  it('succeeds for two services that start at the same time', async () => {
    await Promise.all([createTables(client, { doors, keys }, names), createTables(client, { doors, keys }, names)]);
    expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual(['Doors', 'Keys']);
  });

  it('fails with the error of the database', async () => {
    await expect(createTables(client, { keys }, { keys: 'no/table' })).rejects.toThrow('tableName');
  });
});
