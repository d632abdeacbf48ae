import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PutItemCommand, DynamoDBClient, type AttributeValue } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { createTables } from '../../../../lib/local/create-tables.ts';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '../../../../lib/local/embedded-database.ts';
import { findCheckinWrite, makeCheckinFeed, type CheckinFeed } from '../../../../lib/local/push/checkin-feed.ts';
import { tables } from '../../../../shared/tables.ts';
import { waitUntil } from '../../../support/wait-until.ts';

const checkin = { M: { notify: { BOOL: true }, checkinId: { S: 'c1' } } };
const key = { companyUser: { S: 'acme#1' }, bookingId: { S: 'b-1' } };

describe('The write of a check-in', () => {
  const find = (request: unknown) => findCheckinWrite(Buffer.from(JSON.stringify(request)), 'Bookings');

  it.each([
    [
      'an update, with any name of the value',
      { Key: key, ExpressionAttributeValues: { ':x': { N: '1' }, ':y': checkin } },
    ],
    ['a whole booking', { Item: { ...key, checkin } }],
  ])('is found in %s', (_, request) => {
    expect(find({ TableName: 'Bookings', ...request })).toEqual({ checkinId: 'c1', key });
  });

  it.each([
    ['of another table', { TableName: 'Users', Key: key, ExpressionAttributeValues: { ':y': checkin } }],
    [
      'without notify',
      { Key: key, ExpressionAttributeValues: { ':y': { M: { ...checkin.M, notify: { BOOL: false } } } } },
    ],
    ['of a booking without check-in', { Key: key, ExpressionAttributeValues: { ':name': { S: 'Desk' } } }],
    ['that has no values', { Key: key }],
    ['without a key', { ExpressionAttributeValues: { ':y': checkin } }],
  ])('is not found in an update %s', (_, request) => {
    expect(find({ TableName: 'Bookings', ...request })).toBeUndefined();
  });

  it('is not found in a text that is not JSON', () => {
    expect(findCheckinWrite(Buffer.from('{'), 'Bookings')).toBeUndefined();
  });
});

describe('The feed of check-ins', () => {
  let database: EmbeddedDatabase;
  let client: DynamoDBClient;
  let feed: CheckinFeed;
  let delivered: string[][];

  const idOf = ({ dynamodb }: DynamoDBRecord): string => dynamodb?.NewImage?.['bookingId']?.S ?? '';
  const numbers: Record<string, AttributeValue> = { noShowAt: { N: '2' }, checkinOpensAt: { N: '1' } };
  const write = (checkinId: string, bookingId: string, condition?: string) =>
    client.send(
      new PutItemCommand({
        TableName: 'Bookings',
        ConditionExpression: condition,
        Item: {
          companyUser: { S: 'acme#1' },
          bookingId: { S: bookingId },
          ...numbers,
          companyDay: { S: 'acme#2026-11-21' },
          checkin: { M: { notify: { BOOL: true }, checkinId: { S: checkinId } } },
        },
      }),
    );

  beforeEach(async () => {
    delivered = [];
    database = await startEmbeddedDatabase({ port: 0, onWrite: (body) => feed.onWrite(body) });
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    client = new DynamoDBClient({ endpoint: database.url, region: 'local', credentials });
    await createTables(client, { bookings: tables.bookings }, { bookings: 'Bookings' });
    feed = makeCheckinFeed({
      client,
      bookingsTable: 'Bookings',
      deliver: async (records) => void delivered.push(records.map(idOf)),
      onFailure: (error) => {
        throw error;
      },
    });
  });
  afterEach(async () => {
    client.destroy();
    await database.stop();
  });

  it('delivers the bookings of a check-in together, each check-in separately', async () => {
    await Promise.all([write('c1', 'b-1'), write('c2', 'b-3'), write('c1', 'b-2')]);
    await waitUntil(() => delivered.length === 2);
    expect(new Set(delivered.map((ids) => ids.toSorted().join(' ')))).toEqual(new Set(['b-1 b-2', 'b-3']));
  });

  it('delivers nothing for a write that was refused', async () => {
    await write('c1', 'b-1');
    await expect(write('c2', 'b-1', 'attribute_not_exists(checkin)')).rejects.toThrow('conditional');
    await feed.flush();
    expect(delivered).toEqual([['b-1']]);
  });

  it('delivers at once when it is stopped', async () => {
    await write('c1', 'b-1');
    await feed.flush();
    expect(delivered).toEqual([['b-1']]);
  });
});
