import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { createTables } from '../../../../lib/local/create-tables.ts';
import type { TableDefinition } from '../../../../shared/tables.ts';

/** The grant type of a log-in to the peers, which is like client credentials, but also returns a refresh token. */
export const PEER_LOGIN = 'urn:bench:log-in';

/** A table with one item for each API client, token family, token or grant. */
const definition = {
  partitionKey: { name: 'id', type: 'S' },
  indexes: [],
  timeToLive: 'expiresAtSeconds',
} as const satisfies TableDefinition;

type Values = Readonly<Record<string, unknown>>;

const isRejected = (error: unknown): false => {
  if (error instanceof ConditionalCheckFailedException) return false;
  throw error;
};

const expiryIn = (seconds: number): number => Math.ceil(Date.now() / 1_000) + seconds;

/** Creates a table. Each method makes one call. */
export const openItems = async (TableName: string) => {
  const client = new DynamoDBClient({});
  await createTables(client, { items: definition }, { items: TableName });
  const database = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  return {
    async find(id: string): Promise<Values | undefined> {
      return (await database.send(new GetCommand({ TableName, Key: { id }, ConsistentRead: true }))).Item;
    },
    /** A retry of the SDK must not overwrite an item that has been changed meanwhile. @returns whether the item is new */
    create: (id: string, values: Values, seconds: number): Promise<boolean> => {
      const Item = { id, ...values, expiresAtSeconds: expiryIn(seconds) };
      const put = new PutCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(id)' });
      return database.send(put).then(() => true, isRejected);
    },
    /** Replaces the value of an attribute. @returns whether it still had the old value */
    replace: (id: string, name: string, [from, to]: readonly [unknown, unknown], seconds: number): Promise<boolean> => {
      const update = new UpdateCommand({
        TableName,
        Key: { id },
        UpdateExpression: 'SET #name = :to, expiresAtSeconds = :expiry',
        ConditionExpression: '#name = :from',
        ExpressionAttributeNames: { '#name': name },
        ExpressionAttributeValues: { ':from': from, ':to': to, ':expiry': expiryIn(seconds) },
      });
      return database.send(update).then(() => true, isRejected);
    },
  };
};
