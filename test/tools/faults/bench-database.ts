import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteItemCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { startEmbeddedDatabase } from '../../../lib/local/embedded-database.ts';
import { makeRecordBatches, type RecordBatches } from '../../../lib/local/push/record-batches.ts';
import { followStream } from '../../../lib/local/push/stream-reader.ts';
import { callBudgets } from '../../../shared/adapters/sdk/call-budget.ts';
import { localTableNames } from '../../../shared/local-service.ts';
import { startDynamoDbLocal } from '../bench/harness/dynamodb-local.ts';

/** `embedded`: the engine of the local service. `dynamodb-local`: AWS's own, which has streams; needs Java. */
export const engines = ['embedded', 'dynamodb-local'] as const;
export type Engine = (typeof engines)[number];

export interface StreamListener {
  readonly deliver: (records: readonly DynamoDBRecord[]) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** The database of the service under test. It and its stream survive when the service is killed, as on AWS. */
export interface BenchDatabase {
  readonly url: string;
  /** Starts to pass on the new records of the bookings. The tables must exist. */
  follow(listener: StreamListener): Promise<void>;
  /** Waits until all records so far are delivered or given up. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

const table = localTableNames.bookings;
const connect = (endpoint: string) => new DynamoDBClient({ ...callBudgets.operator(), endpoint });

const startEmbedded = async (): Promise<BenchDatabase> => {
  let batches: RecordBatches | undefined;
  const database = await startEmbeddedDatabase({ port: 0, onRecords: (records) => batches?.add(records) });
  return {
    url: database.url,
    async follow({ deliver }) {
      batches = makeRecordBatches(deliver);
    },
    settle: async () => batches?.flush(),
    stop: database.stop,
  };
};

const POLL_MILLISECONDS = 50;

/** An item that only marks a place in the stream. */
const MARK_OWNER = 'mark-of-the-bench';
const markOf = (id: string) => ({ companyUser: { S: MARK_OWNER }, bookingId: { S: id } });

const startWithStream = async (): Promise<BenchDatabase> => {
  const database = await startDynamoDbLocal();
  const client = connect(database.url);
  const stopping = new AbortController();
  const marks = new Set<string>();
  const delivering = new Set<Promise<void>>();
  return {
    url: database.url,
    async follow({ deliver, onFailure }) {
      const onRecords = (records: readonly DynamoDBRecord[]): void => {
        const [ofBench = [], ofHistories = []] = [true, false].map((isMark) =>
          records.filter(({ dynamodb }) => (dynamodb?.Keys?.['companyUser']?.S === MARK_OWNER) === isMark),
        );
        for (const { dynamodb } of ofBench) marks.add(dynamodb?.Keys?.['bookingId']?.S ?? '');
        if (ofHistories.length === 0) return;
        const delivery = deliver(ofHistories).finally(() => delivering.delete(delivery));
        delivering.add(delivery);
      };
      await followStream({ databaseUrl: database.url, table, onRecords, onFailure, signal: stopping.signal });
    },
    async settle() {
      const id = randomUUID();
      await client.send(new PutItemCommand({ TableName: table, Item: markOf(id) }));
      while (!marks.has(id)) await sleep(POLL_MILLISECONDS);
      await client.send(new DeleteItemCommand({ TableName: table, Key: markOf(id) }));
      await Promise.all(delivering);
    },
    async stop() {
      stopping.abort();
      client.destroy();
      await database.stop();
    },
  };
};

export const startBenchDatabase = (engine: Engine): Promise<BenchDatabase> =>
  engine === 'embedded' ? startEmbedded() : startWithStream();
