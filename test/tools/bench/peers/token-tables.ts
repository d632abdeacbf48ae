import { createHash, timingSafeEqual } from 'node:crypto';
import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { createTables } from '../../../../lib/local/create-tables.ts';
import { defaultLifetimes } from '../../../../shared/settings.ts';
import type { TableDefinition } from '../../../../shared/tables.ts';
import type { Generation } from './jose-tokens.ts';

/** The grant type of a log-in to the peers, which is like client credentials, but also returns a refresh token. */
export const PEER_LOGIN = 'urn:bench:log-in';

/** A table with one item for each API client and each token family. */
const tokenTable = {
  partitionKey: { name: 'id', type: 'S' },
  indexes: [],
  timeToLive: 'expiresAtSeconds',
} as const satisfies TableDefinition;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const expiry = (): number => Math.ceil(Date.now() / 1_000) + defaultLifetimes.refreshTokenSeconds;

/** Creates the table. Each method makes one read (of a client, a family or both) or one write (of a new or changed family). */
export const openTokenTable = async (TableName: string) => {
  const client = new DynamoDBClient({});
  await createTables(client, { tokens: tokenTable }, { tokens: TableName });
  const database = DynamoDBDocumentClient.from(client);
  const read = async (id: string) =>
    (await database.send(new GetCommand({ TableName, Key: { id }, ConsistentRead: true }))).Item;

  const { BENCH_CLIENT_ID = '', BENCH_CLIENT_SECRET = '' } = process.env;
  const clientItem = {
    id: `client-${BENCH_CLIENT_ID}`,
    enabled: true,
    digest: digest(BENCH_CLIENT_SECRET).toString('hex'),
  };
  await database.send(new PutCommand({ TableName, Item: clientItem }));

  return {
    /** Reads the client and the family in one call. @returns whether the client is enabled and the generation is live */
    async isLive({ clientId, familyId, number }: Generation): Promise<boolean> {
      const Keys = [{ id: `client-${clientId}` }, { id: `family-${familyId}` }];
      const get = new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } });
      const items = (await database.send(get)).Responses?.[TableName] ?? [];
      return items.some((item) => item['enabled'] === true) && items.some((item) => item['liveNumber'] === number);
    },
    async isSecretRight(clientId: string, clientSecret: string): Promise<boolean> {
      const item = await read(`client-${clientId}`);
      return item !== undefined && timingSafeEqual(digest(clientSecret), Buffer.from(item['digest'] as string, 'hex'));
    },
    async startFamily({ clientId, familyId, number }: Generation): Promise<void> {
      const Item = { id: `family-${familyId}`, clientId, liveNumber: number, expiresAtSeconds: expiry() };
      // A retry of the SDK must not overwrite a family that has been rotated meanwhile.
      await database.send(new PutCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(id)' }));
    },
    findLiveNumber: async ({ familyId }: Generation) =>
      (await read(`family-${familyId}`))?.['liveNumber'] as number | undefined,
    /** @returns false if another request has changed the family */
    async rotateFamily({ familyId, number }: Generation): Promise<boolean> {
      const update = new UpdateCommand({
        TableName,
        Key: { id: `family-${familyId}` },
        UpdateExpression: 'SET liveNumber = :next, expiresAtSeconds = :expiry',
        ConditionExpression: 'liveNumber = :live',
        ExpressionAttributeValues: { ':live': number, ':next': number + 1, ':expiry': expiry() },
      });
      try {
        await database.send(update);
        return true;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return false;
        throw error;
      }
    },
  };
};
