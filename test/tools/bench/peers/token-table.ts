import { createHash, timingSafeEqual } from 'node:crypto';
import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { createTables } from '../../../../lib/local/create-tables.ts';
import { defaultLifetimes } from '../../../../shared/settings.ts';
import type { TableDefinition } from '../../../../shared/tables.ts';
import type { Generation } from './jose-tokens.ts';

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

const expiresIn = (seconds: number) => ({ expiresAtSeconds: Math.ceil(Date.now() / 1_000) + seconds });

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
    create: (id: string, values: Values, seconds?: number): Promise<boolean> => {
      const Item = { id, ...values, ...(seconds && expiresIn(seconds)) };
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
        ExpressionAttributeValues: { ':from': from, ':to': to, ':expiry': expiresIn(seconds).expiresAtSeconds },
      });
      return database.send(update).then(() => true, isRejected);
    },
  };
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Creates a table with the bench's API client. Each method reads a client or a family, or writes a family. */
export const openTokenTable = async (TableName: string) => {
  const items = await openItems(TableName);
  const { refreshTokenSeconds } = defaultLifetimes;
  const { BENCH_CLIENT_ID = '', BENCH_CLIENT_SECRET = '' } = process.env;
  await items.create(`client-${BENCH_CLIENT_ID}`, {
    enabled: true,
    digest: digest(BENCH_CLIENT_SECRET).toString('hex'),
  });
  return {
    async isSecretRight(clientId: string, clientSecret: string): Promise<boolean> {
      const item = await items.find(`client-${clientId}`);
      return item !== undefined && timingSafeEqual(digest(clientSecret), Buffer.from(item['digest'] as string, 'hex'));
    },
    startFamily: ({ clientId, familyId, number }: Generation) =>
      items.create(`family-${familyId}`, { clientId, liveNumber: number }, refreshTokenSeconds),
    findLiveNumber: async ({ familyId }: Generation) =>
      (await items.find(`family-${familyId}`))?.['liveNumber'] as number | undefined,
    /** @returns false if another request has changed the family */
    rotateFamily: ({ familyId, number }: Generation) =>
      items.replace(`family-${familyId}`, 'liveNumber', [number, number + 1], refreshTokenSeconds),
  };
};
