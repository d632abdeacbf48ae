import {
  DescribeTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTables } from '../../lib/local/create-tables.ts';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '../../lib/local/embedded-database.ts';
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

/** The calls that change a table. Any other call leaves the tables as the previous change did. */
const WRITES = new Set(['CreateTableCommand', 'DeleteTableCommand', 'PutItemCommand']);

describe('Creating the tables', () => {
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

  it('creates all of them and waits until they can be used', async () => {
    await createTables(client, { doors, keys }, names);
    const tables = await Promise.all(
      Object.values(names).map((TableName) => client.send(new DescribeTableCommand({ TableName }))),
    );
    expect(tables.map(({ Table }) => [Table?.TableName, Table?.TableStatus])).toEqual([
      ['Doors', 'ACTIVE'],
      ['Keys', 'ACTIVE'],
    ]);
  });

  it('creates the missing ones and keeps the others with their data', async () => {
    await createTables(client, { keys }, { keys: 'Keys' });
    await client.send(new PutItemCommand({ TableName: 'Keys', Item: { keyId: { S: 'front' } } }));
    await createTables(client, { doors, keys }, names);
    expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual(['Doors', 'Keys']);
    expect((await client.send(new ScanCommand({ TableName: 'Keys' }))).Items).toEqual([{ keyId: { S: 'front' } }]);
  });

  const indexesOf = async (TableName: string) =>
    (await client.send(new DescribeTableCommand({ TableName }))).Table?.GlobalSecondaryIndexes?.map(
      ({ IndexName }) => IndexName,
    );

  it('adds the indexes that a table of an earlier version lacks, and keeps its data, even if interrupted', async () => {
    const item = { building: { S: 'A' }, door: { N: '1' }, floor: { N: '2' } };
    for (let failingWrite = 1, writes = 0; writes >= failingWrite - 1; failingWrite += 1) {
      const name = { doors: `Doors-${failingWrite}` };
      await createTables(client, { doors: { ...doors, indexes: [] } }, name);
      await client.send(new PutItemCommand({ TableName: name.doors, Item: item }));
      const flaky = connect(database.url);
      writes = 0;
      flaky.middlewareStack.add((next, { commandName }) => async (request) => {
        if (WRITES.has(String(commandName))) writes += 1;
        if (writes === failingWrite) throw new Error('interrupted');
        return next(request);
      });
      await createTables(flaky, { doors }, name).catch(() => undefined);
      flaky.destroy();
      await createTables(client, { doors }, name);
      expect(await indexesOf(name.doors)).toEqual(doors.indexes.map((index) => index.name));
      expect((await client.send(new ScanCommand({ TableName: name.doors }))).Items).toEqual([item]);
    }
    const { TableNames = [] } = await client.send(new ListTablesCommand({}));
    expect(TableNames.filter((name) => name.endsWith('-upgrade'))).toEqual([]);
    // Interrupted before each of the six writes, and not at all.
    expect(TableNames).toHaveLength(7);
  });

  it('works for two services that start at the same time', async () => {
    await Promise.all([createTables(client, { doors, keys }, names), createTables(client, { doors, keys }, names)]);
    expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual(['Doors', 'Keys']);
  });

  it('fails with the error of the database', async () => {
    await expect(createTables(client, { keys }, { keys: 'no/table' })).rejects.toThrow('tableName');
  });
});
