/**
 * Follows the section "Change an index or a key" of docs/deployment.md on an empty DynamoDB Local, and checks people in between
 * the steps and during step 2:
 *
 *   AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8001 npm run test:index-change
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeTableCommand, DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { toAttributeDefinitions, toIndex } from '../../lib/local/table-request.ts';
import { createTables } from '../../lib/local/create-tables.ts';
import { makeTestBookingStore } from '../support/booking-store.ts';
import {
  conditionalWrite,
  readAllItems,
  readItemPages,
  type Database,
  type Item,
} from '../../shared/adapters/dynamodb/database.ts';
import { tables, type IndexDefinition } from '../../shared/tables.ts';
import { runTool } from './run-tool.ts';

const TABLE = `Drill-${process.pid}`;
const BOOKINGS = 500;
const NOON = Date.UTC(2026, 10, 21, 12);
const HOUR = 60 * 60_000;

/** Step 2: adds an attribute to the items that lack it. It can be interrupted, repeated, and run while items change. */
const addToOldItems = async (database: Database, table: string, name: string, valueOf: (item: Item) => unknown) => {
  let changed = 0;
  for await (const { items } of readItemPages(database, ScanCommand, { TableName: table }))
    for (const { companyUser, bookingId, checkinOpensAt, ...item } of items) {
      const update = new UpdateCommand({
        TableName: table,
        Key: { companyUser, bookingId },
        UpdateExpression: 'SET #name = :value',
        // Requires that the item still exists, and has the value from which the attribute is made.
        ConditionExpression: 'checkinOpensAt = :from AND attribute_not_exists(#name)',
        ExpressionAttributeNames: { '#name': name },
        ExpressionAttributeValues: { ':value': valueOf(item), ':from': checkinOpensAt },
      });
      if ((await conditionalWrite(database, update)).isWritten) changed += 1;
    }
  return changed;
};

const client = new DynamoDBClient({
  region: 'eu-central-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});
const database = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
const bookings = makeTestBookingStore(database, TABLE);
const byDay: IndexDefinition = { ...tables.bookings.indexes[1] };
const newIndex = { ...byDay, name: 'byOpeningDay', partitionKey: { name: 'openingDay', type: 'S' } } as const;

const userOf = (index: number) => ({ companyId: 'acme', userId: index + 1 });
let checkinCount = 0;

/** Checks in the next person. Gates do so at any time during the steps. */
const checkOneIn = async (): Promise<void> => {
  const record = { at: NOON, receivedAt: NOON, requestId: 'r', checkinId: `c-${checkinCount}`, notify: false };
  const { kind } = await bookings.checkIn(userOf(checkinCount), 'desk', record);
  assert.equal(kind, 'checked-in');
  checkinCount += 1;
};

const count = async (index: IndexDefinition): Promise<number> => {
  const found = await readAllItems(database, QueryCommand, {
    TableName: TABLE,
    IndexName: index.name,
    KeyConditionExpression: '#day = :day',
    ExpressionAttributeNames: { '#day': index.partitionKey.name },
    ExpressionAttributeValues: { ':day': 'acme#2026-11-21' },
  });
  return found.length;
};

/**
 * Checks a person in, then changes the indexes. Nobody is checked in before the indexes are active, because writes fail while
 * DynamoDB Local deletes an index.
 */
const changeIndexes = async (update: object): Promise<void> => {
  await checkOneIn();
  await client.send(new UpdateTableCommand({ TableName: TABLE, ...update }));
  for (;;) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: TABLE }));
    if (Table?.GlobalSecondaryIndexes?.every(({ IndexStatus }) => IndexStatus === 'ACTIVE')) return;
    await sleep(100);
  }
};

await runTool({
  help: 'Usage: AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8001 npm run test:index-change, with an empty DynamoDB Local',
  missing: () => (process.env['AWS_ENDPOINT_URL_DYNAMODB'] ? [] : ['a DynamoDB Local in AWS_ENDPOINT_URL_DYNAMODB']),
  run: async ({ checks: { equal } }) => {
    await createTables(client, { bookings: tables.bookings }, { bookings: TABLE });
    for (let index = 0; index < BOOKINGS; index += 1) {
      const period = { checkinOpensAt: NOON - HOUR, noShowAt: NOON + HOUR };
      await bookings.save({ user: userOf(index), bookingId: 'desk', kind: 'position', ...period });
    }

    await changeIndexes({
      AttributeDefinitions: toAttributeDefinitions([newIndex]),
      GlobalSecondaryIndexUpdates: [{ Create: toIndex(newIndex) }],
    });
    equal(
      '1. the new index is beside the old one, and still empty',
      [await count(byDay), await count(newIndex)],
      [BOOKINGS, 0],
    );

    const addOpeningDay = () => addToOldItems(database, TABLE, 'openingDay', ({ companyDay }) => companyDay);
    const [changed] = await Promise.all([addOpeningDay(), checkOneIn()]);
    const again = await addOpeningDay();
    equal('2. the older items have the attribute, and a second run changes nothing', [changed, again], [BOOKINGS, 0]);

    equal('3. a query of the new index finds every booking', await count(newIndex), BOOKINGS);

    await changeIndexes({ GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: byDay.name } }] });
    await checkOneIn();
    equal('4. the old index is gone, and the new one is complete', await count(newIndex), BOOKINGS);
    const keys = Array.from({ length: BOOKINGS }, (_, index) => ({ user: userOf(index), bookingId: 'desk' }));
    const checkedIn = (await bookings.findAll(keys)).filter(({ checkin }) => checkin);
    equal(`… and none of the ${checkinCount} check-ins in between was lost`, checkedIn.length, checkinCount);
  },
});
