import { randomUUID } from 'node:crypto';
import { DeleteCommand, GetCommand, PutCommand, QueryCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type {
  ApiClient,
  ApiClientRegistry,
  ApiClientStore,
  ClientCondition,
  ClientPosition,
} from '../../domain/api-client.ts';
import type { ClientSecret } from '../../domain/client-secret.ts';
import { tables } from '../../tables.ts';
import { CLIENT_ITEM, clientKey, toClient } from './api-client-item.ts';
import { conditionalWrite, type Database } from './database.ts';
import { readPages } from './read-pages.ts';

/** A condition expression and its values. */
interface Condition {
  readonly expression: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** DynamoDB refuses an empty object of values. */
const joinConditions = (conditions: readonly Condition[]) => {
  const values = Object.assign({}, ...conditions.map(({ values: some }) => some)) as Record<string, unknown>;
  return {
    ConditionExpression: conditions.map(({ expression }) => expression).join(' AND '),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
};

const hasRevision = (revision: number): Condition => ({
  expression: 'revision = :revision',
  values: { ':revision': revision },
});

const hasSecret = ({ digest, lastUsedAt }: ClientSecret, index: number): Condition => {
  const [path, digestName, usedName] = [`secrets[${index}]`, `:digest${index}`, `:used${index}`];
  return lastUsedAt === undefined
    ? {
        expression: `${path}.digest = ${digestName} AND attribute_not_exists(${path}.lastUsedAt)`,
        values: { [digestName]: digest },
      }
    : {
        expression: `${path}.digest = ${digestName} AND ${path}.lastUsedAt = ${usedName}`,
        values: { [digestName]: digest, [usedName]: lastUsedAt },
      };
};

/** Compares the last use of each secret too, which is recorded without a new revision. */
const isAsRead = ({ secrets, revision }: ApiClient) =>
  joinConditions([hasRevision(revision), ...secrets.map(hasSecret)]);

const meets = ({ companyId, revision }: ClientCondition) =>
  joinConditions([
    { expression: 'attribute_exists(clientId)' },
    ...(companyId === undefined ? [] : [{ expression: 'companyId = :companyId', values: { ':companyId': companyId } }]),
    ...(revision === undefined ? [] : [hasRevision(revision)]),
  ]);

const toKey = ({ clientId, createdAt }: ClientPosition, companyId: string) => ({
  ...clientKey(clientId),
  companyId,
  createdAt,
});

/** What the functions need: finding a client, and recording the last use of a secret. */
export const makeApiClientStore = (database: Database, table: string): ApiClientStore => {
  return {
    async find(clientId) {
      const get = new GetCommand({ TableName: table, Key: clientKey(clientId), ConsistentRead: true });
      const { Item } = await database.send(get);
      return Item && toClient(Item);
    },
    async recordLastUsed({ client, secret }, now) {
      const path = `secrets[${client.secrets.indexOf(secret)}]`;
      const update = new UpdateCommand({
        TableName: table,
        Key: clientKey(client.clientId),
        UpdateExpression: `SET ${path}.lastUsedAt = :now`,
        ConditionExpression: `${path}.digest = :digest`,
        ExpressionAttributeValues: { ':now': now, ':digest': secret.digest },
      });
      await conditionalWrite(database.send(update));
    },
  };
};

/** More changes of one client than this between a write and its repeat by the SDK, within seconds, are not expected. */
const MAX_RECENT_CHANGES = 10;

/** Operations for administrators. */
export const makeApiClientRegistry = (database: Database, table: string): ApiClientRegistry => {
  const store = makeApiClientStore(database, table);
  const put = async (client: ApiClient, condition: object): Promise<boolean> => {
    const Item = { ...client, ...clientKey(client.clientId) };
    const write = database.send(new PutCommand({ TableName: table, Item, ...condition }));
    return (await conditionalWrite(write)).isWritten;
  };
  return {
    ...store,
    create: (client) => put(client, { ConditionExpression: 'attribute_not_exists(clientId)' }),
    async listAll() {
      const clients = await readPages(database, ScanCommand, {
        TableName: table,
        ConsistentRead: true,
        FilterExpression: '#item = :client',
        ExpressionAttributeNames: { '#item': 'item' },
        ExpressionAttributeValues: { ':client': CLIENT_ITEM },
      });
      return clients.map(toClient).toSorted((one, other) => one.createdAt - other.createdAt);
    },
    async listByCompany(companyId, { limit, after }) {
      const page = await database.send(
        new QueryCommand({
          TableName: table,
          IndexName: tables.apiClients.indexes[0].name,
          KeyConditionExpression: 'companyId = :companyId',
          ExpressionAttributeValues: { ':companyId': companyId },
          Limit: limit,
          ...(after && { ExclusiveStartKey: toKey(after, companyId) }),
        }),
      );
      const items = (page.Items ?? []).map(toClient);
      const next = page.LastEvaluatedKey as ClientPosition | undefined;
      return { items, ...(next && { next: { clientId: next.clientId, createdAt: next.createdAt } }) };
    },
    async replace(before, after) {
      const changeId = randomUUID();
      const recentChanges = [...(before.recentChanges ?? []), changeId].slice(-MAX_RECENT_CHANGES);
      const client = { ...after, recentChanges, revision: before.revision + 1 };
      if (await put(client, isAsRead(before))) return client;
      // After a lost response the SDK repeats the write and finds its own change, perhaps followed by others.
      const found = await store.find(client.clientId);
      return found?.recentChanges?.includes(changeId) ? client : undefined;
    },
    async delete(condition) {
      const command = new DeleteCommand({
        TableName: table,
        Key: clientKey(condition.clientId),
        ReturnValues: 'ALL_OLD',
        ...meets(condition),
      });
      const result = await conditionalWrite(database.send(command));
      return result.isWritten && result.output.Attributes ? toClient(result.output.Attributes) : undefined;
    },
  };
};
