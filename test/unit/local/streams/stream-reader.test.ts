import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { followStream } from '../../../../lib/local/streams/stream-reader.ts';
import { serve, type TestServer } from '../../../support/serve.ts';
import { waitUntil } from '../../../support/wait-until.ts';

interface Request {
  readonly ShardId: string;
  readonly ShardIteratorType: string;
  readonly ShardIterator: string;
}

interface Shard {
  readonly records: string[];
  readonly isClosed: boolean;
  /** The index of the oldest record that can still be read; default: 0. */
  readonly horizon?: number;
}

/** A stub of a DynamoDB stream: shards with records. An iterator is `<shard>:<index>`. */
let shards: Map<string, Shard>;
let hasStream: boolean;
let failures: number;
let server: TestServer;
let controller: AbortController;
let read: string[];
let reported: unknown[];

const operations: Record<string, (request: Request) => object> = {
  DescribeTable: () => ({ Table: hasStream ? { LatestStreamArn: 'arn:stream' } : {} }),
  DescribeStream: () => ({ StreamDescription: { Shards: [...shards.keys()].map((ShardId) => ({ ShardId })) } }),
  GetShardIterator: ({ ShardId, ShardIteratorType }) => {
    const { records = [], horizon = 0 } = shards.get(ShardId) ?? {};
    const start = ShardIteratorType === 'LATEST' ? records.length : horizon;
    return { ShardIterator: `${ShardId}:${start}` };
  },
  GetRecords: ({ ShardIterator }) => {
    if (failures > 0) {
      failures -= 1;
      throw new Error('ExpiredIteratorException');
    }
    const [shardId = '', from] = ShardIterator.split(':');
    const { records = [], isClosed, horizon = 0 } = shards.get(shardId) ?? {};
    if (Number(from) < horizon) throw new Error('TrimmedDataAccessException');
    return {
      Records: records.slice(Number(from)).map((eventID) => ({ eventID })),
      ...(!isClosed && { NextShardIterator: `${shardId}:${records.length}` }),
    };
  },
};

beforeEach(async () => {
  shards = new Map([['one', { records: ['old'], isClosed: false }]]);
  hasStream = true;
  failures = 0;
  read = [];
  reported = [];
  controller = new AbortController();
  Object.assign(process.env, { AWS_REGION: 'local', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
  server = await serve(async (request, response) => {
    const name = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const input = (await json(request)) as Request;
    try {
      response.end(JSON.stringify(operations[name]?.(input)));
    } catch (error) {
      response.writeHead(400).end(JSON.stringify({ __type: (error as Error).message }));
    }
  });
});
afterEach(async () => {
  controller.abort();
  await server.stop();
});

const follow = (): Promise<boolean> =>
  followStream({
    databaseUrl: server.url,
    table: 'Bookings',
    onRecords: (records) => read.push(...records.map(({ eventID = '' }) => eventID)),
    onFailure: (error) => reported.push(error),
    signal: controller.signal,
  });

describe('A DynamoDB stream', () => {
  it('is read in order, beginning with records that are added after reading has started', async () => {
    expect(await follow()).toBe(true);
    shards.get('one')?.records.push('a', 'b');
    await waitUntil(() => read.length >= 2);
    expect(read).toEqual(['a', 'b']);
  });

  it('continues in the shards that follow a closed shard', async () => {
    await follow();
    shards.set('one', { records: ['old', 'a'], isClosed: true });
    shards.set('two', { records: ['b'], isClosed: false });
    await waitUntil(() => read.length >= 2);
    shards.get('two')?.records.push('c');
    await waitUntil(() => read.length >= 3);
    expect(read).toEqual(['a', 'b', 'c']);
  });

  it('is read on from its oldest remaining record if records were trimmed before they were read', async () => {
    shards.set('one', { records: [], isClosed: false });
    await follow();
    shards.set('one', { records: ['gone', 'a', 'b'], isClosed: false, horizon: 1 });
    await waitUntil(() => read.length >= 2 || reported.length > 0);
    expect({ read, reported }).toEqual({ read: ['a', 'b'], reported: [] });
  });

  it('that cannot be read is reported', async () => {
    failures = 1;
    await follow();
    await waitUntil(() => reported.length > 0);
    expect(reported).toEqual([expect.objectContaining({ name: 'ExpiredIteratorException' })]);
  });

  it('is not followed, and the result is false, if the table has none', async () => {
    hasStream = false;
    expect(await follow()).toBe(false);
  });
});
