/**
 * Records the stream that DynamoDB writes while a booking is imported, checked in and renamed. The tests pass the recording,
 * test/support/stream-records.json, to the push function. Needs AWS's DynamoDB Local, which has streams:
 *
 *   java -Djava.library.path=./DynamoDBLocal_lib -jar DynamoDBLocal.jar -inMemory -port 8001 &
 *   npm run record:stream -- http://127.0.0.1:8001
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DescribeStreamOutput, GetRecordsOutput, GetShardIteratorOutput } from '@aws-sdk/client-dynamodb-streams';
import { createTables } from '../../../lib/local/create-tables.ts';
import { makeTestBookingStore } from '../../support/booking-store.ts';
import { connectDatabase } from '../../../shared/adapters/dynamodb/connect-database.ts';
import { tables } from '../../../shared/tables.ts';

const url = process.argv[2];
if (url === undefined) throw new Error('Give the URL of DynamoDB Local.');
Object.assign(process.env, {
  AWS_ENDPOINT_URL_DYNAMODB: url,
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
});

const RECORDING = join(import.meta.dirname, '../../support/stream-records.json');
const CREDENTIAL = 'Credential=test/20261121/eu-central-1/dynamodb/aws4_request, SignedHeaders=host, Signature=none';
const HOUR = 60 * 60_000;
const at = Date.UTC(2026, 10, 21, 8);

const callStreams = async (operation: string, input: object): Promise<unknown> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `AWS4-HMAC-SHA256 ${CREDENTIAL}`,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDBStreams_20120810.${operation}`,
    },
    body: JSON.stringify(input),
  });
  return response.json();
};

const table = `Bookings-${Date.now()}`;
const client = new DynamoDBClient({});
await createTables(client, { bookings: tables.bookings }, { bookings: table });

const connection = connectDatabase();
const bookings = makeTestBookingStore(connection.withSignal(), table);
const user = { companyId: 'acme', userId: 42 };
const period = { checkinOpensAt: at - HOUR, noShowAt: at + HOUR };
const desk = { user, bookingId: 'b-1', kind: 'position' as const, name: 'Desk 4.12', ...period };
const checkin = { at, receivedAt: at + 5, clientId: 'ckc_gate', requestId: 'r-1', checkinId: 'r-1', notify: true };
await bookings.save(desk);
await bookings.checkIn(user, 'b-1', { ...checkin, idempotencyKey: 'swipe-1' });
await bookings.save({ ...desk, name: 'Desk 4.13' });

const StreamArn = (await client.send(new DescribeTableCommand({ TableName: table }))).Table?.LatestStreamArn;
const { StreamDescription } = (await callStreams('DescribeStream', { StreamArn })) as DescribeStreamOutput;
const ShardId = StreamDescription?.Shards?.[0]?.ShardId;
const iteratorInput = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
const { ShardIterator } = (await callStreams('GetShardIterator', iteratorInput)) as GetShardIteratorOutput;
const { Records } = (await callStreams('GetRecords', { ShardIterator })) as GetRecordsOutput;
writeFileSync(RECORDING, `${JSON.stringify(Records, null, 2)}\n`);
connection.close();
client.destroy();
