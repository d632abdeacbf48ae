import { PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expiryAfter } from '../../domain/instant.ts';
import type { PublicKey, PublicKeyRegistry } from '../../domain/public-key.ts';
import { conditionalWrite, readAllItems, type Database } from './database.ts';

/** The days for which a retired key stays in the table, so that people can look it up. */
const RETIRED_KEY_DAYS = 30;

const toKey = ({ expiresAtSeconds: _, ...key }: Record<string, unknown>): PublicKey => key as unknown as PublicKey;

/** The table has so few items that one call reads them all. */
export const makePublicKeyStore = (database: Database, table: string): PublicKeyRegistry => ({
  async list() {
    return (await readAllItems(database, ScanCommand, { TableName: table, ConsistentRead: true })).map(toKey);
  },
  async publish(key) {
    const put = new PutCommand({ TableName: table, Item: key, ConditionExpression: 'attribute_not_exists(kid)' });
    await conditionalWrite(database, put);
  },
  async retire(kid, verifiesUntil) {
    const update = new UpdateCommand({
      TableName: table,
      Key: { kid },
      UpdateExpression: 'SET verifiesUntil = :until, expiresAtSeconds = :expires',
      ConditionExpression: 'attribute_exists(kid) AND (attribute_not_exists(verifiesUntil) OR verifiesUntil > :until)',
      ExpressionAttributeValues: {
        ':until': verifiesUntil,
        ':expires': expiryAfter(verifiesUntil, RETIRED_KEY_DAYS),
      },
    });
    await conditionalWrite(database, update);
  },
});
