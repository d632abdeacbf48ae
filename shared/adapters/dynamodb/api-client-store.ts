import { DeleteCommand, GetCommand, PutCommand, QueryCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ApiClient, ApiClientRegistry, ApiClientStore } from '../../domain/api-client.ts';
import { ifConditionHolds, type Database } from './database.ts';
import { readPages } from './read-pages.ts';

const CLIENT_ITEM = 'client';

const keyOf = (clientId: string) => ({ clientId, item: CLIENT_ITEM });

const toClient = (item: Record<string, unknown>): ApiClient => {
  const { item: _, ...client } = item;
  return client as unknown as ApiClient;
};

/** The digests in their order say which secrets there are; they differ after every rotation. */
const isAsIn = ({ secrets, enabled }: ApiClient) => ({
  ConditionExpression: [
    'enabled = :enabled AND size(secrets) = :count',
    ...secrets.map((_, index) => `secrets[${index}].digest = :digest${index}`),
  ].join(' AND '),
  ExpressionAttributeValues: {
    ':enabled': enabled,
    ':count': secrets.length,
    ...Object.fromEntries(secrets.map(({ digest }, index) => [`:digest${index}`, digest])),
  },
});

/** What the functions may do: look a client up, and note that it was here. */
export const makeApiClientStore = (database: Database, table: string): ApiClientStore => {
  return {
    async find(clientId) {
      const get = new GetCommand({ TableName: table, Key: keyOf(clientId), ConsistentRead: true });
      const { Item } = await database.send(get);
      return Item && toClient(Item);
    },
    async recordLastUsed({ client, secret }, now) {
      const path = `secrets[${client.secrets.indexOf(secret)}]`;
      const update = new UpdateCommand({
        TableName: table,
        Key: keyOf(client.clientId),
        UpdateExpression: `SET ${path}.lastUsedAt = :now`,
        ConditionExpression: `${path}.digest = :digest`,
        ExpressionAttributeValues: { ':now': now, ':digest': secret.digest },
      });
      await ifConditionHolds(database.send(update));
    },
  };
};

/** What the operator may do besides. */
export const makeApiClientRegistry = (database: Database, table: string): ApiClientRegistry => {
  const put = async (client: ApiClient, condition: object): Promise<boolean> => {
    const Item = { ...client, ...keyOf(client.clientId) };
    const written = ifConditionHolds(database.send(new PutCommand({ TableName: table, Item, ...condition })));
    return (await written) !== undefined;
  };
  return {
    ...makeApiClientStore(database, table),
    async create(client) {
      await put(client, { ConditionExpression: 'attribute_not_exists(clientId)' });
    },
    async list(companyId) {
      const clients = await readPages(database, ScanCommand, {
        TableName: table,
        ConsistentRead: true,
        FilterExpression: '#item = :client',
        ExpressionAttributeNames: { '#item': 'item' },
        ExpressionAttributeValues: { ':client': CLIENT_ITEM },
      });
      return clients
        .map(toClient)
        .filter((client) => companyId === undefined || client.companyId === companyId)
        .toSorted((one, other) => one.createdAt - other.createdAt);
    },
    replace: (before, after) => put(after, isAsIn(before)),
    async delete(clientId) {
      // The client first: from then on its tokens are worth nothing, whatever becomes of the rest.
      const gone = await database.send(
        new DeleteCommand({ TableName: table, Key: keyOf(clientId), ReturnValues: 'ALL_OLD' }),
      );
      const families = await readPages(database, QueryCommand, {
        TableName: table,
        KeyConditionExpression: 'clientId = :clientId',
        ExpressionAttributeValues: { ':clientId': clientId },
      });
      for (const { item } of families) {
        await database.send(new DeleteCommand({ TableName: table, Key: { clientId, item } }));
      }
      return gone.Attributes !== undefined;
    },
  };
};
