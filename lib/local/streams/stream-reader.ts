import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
  DynamoDBStreamsClient,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import { toLambdaRecord } from '../../../shared/adapters/dynamodb/stream-batch.ts';
import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';

interface StreamReaderOptions {
  readonly databaseUrl: string;
  readonly table: string;
  readonly onRecords: (records: readonly DynamoDBRecord[]) => void;
  readonly onFailure: (error: unknown) => void;
  readonly signal: AbortSignal;
}

const POLL_MILLISECONDS = 250;
const PAUSE_AFTER_FAILURE_MILLISECONDS = 5_000;

const findStream = async (endpoint: string, TableName: string): Promise<string | undefined> => {
  const client = new DynamoDBClient({ ...callBudgets.operator(), endpoint });
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table?.LatestStreamArn;
  } finally {
    client.destroy();
  }
};

/** The position in each open shard, by shard id; undefined once the shard is read to its end. */
type Positions = Map<string, string | undefined>;

/**
 * Adds the shards that `positions` lacks.
 * @param ShardIteratorType `LATEST` for the shards that exist at the start: only their new records are read. `TRIM_HORIZON` for
 * later shards: they are read from their beginning
 */
const openShards = async (
  client: DynamoDBStreamsClient,
  StreamArn: string,
  positions: Positions,
  ShardIteratorType: 'LATEST' | 'TRIM_HORIZON',
): Promise<void> => {
  let ExclusiveStartShardId: string | undefined;
  do {
    const page = await client.send(new DescribeStreamCommand({ StreamArn, ExclusiveStartShardId }));
    const { Shards = [], LastEvaluatedShardId } = page.StreamDescription ?? {};
    for (const { ShardId = '' } of Shards.filter((shard) => !positions.has(shard.ShardId ?? ''))) {
      const start = new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType });
      positions.set(ShardId, (await client.send(start)).ShardIterator);
    }
    ExclusiveStartShardId = LastEvaluatedShardId;
  } while (ExclusiveStartShardId !== undefined);
};

/**
 * Reads the records at a position of a shard. If the shard begins after the position, reads from the first record, because
 * DynamoDB Local skips the first sequence numbers of a new table.
 */
const readShard = async (client: DynamoDBStreamsClient, StreamArn: string, ShardId: string, ShardIterator: string) => {
  try {
    return await client.send(new GetRecordsCommand({ ShardIterator }));
  } catch (error) {
    if (!(error instanceof TrimmedDataAccessException)) throw error;
    const start = new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' });
    return client.send(new GetRecordsCommand({ ShardIterator: (await client.send(start)).ShardIterator }));
  }
};

/** Returns the next records of each open shard. */
const readOnce = async (client: DynamoDBStreamsClient, StreamArn: string, positions: Positions) => {
  const records: DynamoDBRecord[] = [];
  for (const [shardId, ShardIterator] of positions) {
    if (ShardIterator === undefined) continue;
    const { Records = [], NextShardIterator } = await readShard(client, StreamArn, shardId, ShardIterator);
    positions.set(shardId, NextShardIterator);
    records.push(...Records.map((record) => toLambdaRecord(record, StreamArn)));
  }
  return records;
};

/**
 * Reads the new records of a table's stream until `signal` aborts. After a failure, it skips the records that are written
 * before it resumes. Resolves when reading has started.
 * @returns false if the engine has no streams.
 */
export const followStream = async (options: StreamReaderOptions): Promise<boolean> => {
  const { databaseUrl, table, onRecords, onFailure, signal } = options;
  const StreamArn = await findStream(databaseUrl, table);
  if (StreamArn === undefined) return false;
  const client = new DynamoDBStreamsClient({ ...callBudgets.operator(), endpoint: databaseUrl });
  const opened = Promise.withResolvers<void>();

  const readUntilFailure = async (): Promise<never> => {
    const positions: Positions = new Map();
    await openShards(client, StreamArn, positions, 'LATEST');
    opened.resolve();
    for (;;) {
      onRecords(await readOnce(client, StreamArn, positions));
      await sleep(POLL_MILLISECONDS, undefined, { signal });
      await openShards(client, StreamArn, positions, 'TRIM_HORIZON');
    }
  };

  const follow = async (): Promise<void> => {
    while (!signal.aborted) {
      const error: unknown = await readUntilFailure().catch((reason: unknown) => reason);
      // Resolves even if the first attempt fails, so that the start of the service does not wait for the streams.
      opened.resolve();
      if (signal.aborted) break;
      onFailure(error);
      await sleep(PAUSE_AFTER_FAILURE_MILLISECONDS, undefined, { signal }).catch(() => undefined);
    }
    client.destroy();
  };
  follow().catch(onFailure);
  await opened.promise;
  return true;
};
