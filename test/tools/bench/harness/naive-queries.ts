import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { createTables } from '../../../../lib/local/create-tables.ts';
import { joinKey } from '../../../../shared/adapters/dynamodb/join-key.ts';
import type { UserRef } from '../../../../shared/domain/user.ts';
import { tables, type TableDefinition } from '../../../../shared/tables.ts';
import { MOMENT } from './service-world.ts';

export const NAIVE_TABLE = 'NaiveBookings';

const { stream: _, ...bookingsWithoutStream } = tables.bookings;

/**
 * The service's table, with an additional index that is sorted by the moment at which check-in opens. It has no stream: at each
 * write to a second table with a stream, DynamoDB Local reads the stream records of the first one.
 */
const naiveTable: TableDefinition = {
  ...bookingsWithoutStream,
  indexes: [
    ...tables.bookings.indexes,
    {
      name: 'byOpening',
      partitionKey: tables.bookings.partitionKey,
      sortKey: { name: 'checkinOpensAt', type: 'N' },
      projectedAttributes: ['noShowAt'],
    },
  ],
};

export interface NaiveQuery {
  readonly label: string;
  readonly input: Pick<QueryCommandInput, 'IndexName' | 'KeyConditionExpression' | 'FilterExpression'>;
}

/** The two obvious queries for the bookings that are open at a moment, each bounded on only one side. */
export const naiveQueries = {
  opened: {
    label: 'opensAt <= t',
    input: {
      IndexName: 'byOpening',
      KeyConditionExpression: 'companyUser = :companyUser AND checkinOpensAt <= :at',
      FilterExpression: 'noShowAt > :at',
    },
  },
  notOver: {
    label: 'noShowAt > t',
    input: {
      IndexName: 'byNoShow',
      KeyConditionExpression: 'companyUser = :companyUser AND noShowAt > :at',
      FilterExpression: 'checkinOpensAt <= :at',
    },
  },
} as const satisfies Record<string, NaiveQuery>;

/** Makes the table for the naive queries, in the DynamoDB of the environment. */
export const createNaiveTable = async (): Promise<void> => {
  const client = new DynamoDBClient({});
  await createTables(client, { naive: naiveTable }, { naive: NAIVE_TABLE });
  client.destroy();
};

/** The cost of all pages of a query for a user, in read units. */
export const readUnitsOf = async ({ companyId, userId }: UserRef, { input }: NaiveQuery): Promise<number> => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  let units = 0;
  let ExclusiveStartKey: QueryCommandInput['ExclusiveStartKey'];
  do {
    const page = await client.send(
      new QueryCommand({
        ...input,
        TableName: NAIVE_TABLE,
        ExpressionAttributeValues: { ':companyUser': joinKey(companyId, userId), ':at': MOMENT },
        ReturnConsumedCapacity: 'TOTAL',
        ExclusiveStartKey,
      }),
    );
    units += page.ConsumedCapacity?.CapacityUnits ?? 0;
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  client.destroy();
  return units;
};
