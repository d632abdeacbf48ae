import { GetCommand, QueryCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AdminEntry } from '../../domain/audit-entry.ts';
import type {
  ApiClient,
  ApiClientRegistry,
  ApiClientStore,
  ClientPosition,
  ClientTombstone,
} from '../../domain/api-client.ts';
import type { ClientSecret } from '../../domain/client-secret.ts';
import { tables as definitions } from '../../tables.ts';
import { CLIENT_ITEM, clientKey, toClient, toLiveClient, toTombstone } from './api-client-item.ts';
import { toAuditWrites, type AuditTables } from './audit-log.ts';
import { conditionalWrite, type Database } from './database.ts';
import { readPages } from './read-pages.ts';
import { commit } from './transaction.ts';

/** A condition expression and its values. */
interface Condition {
  readonly expression: string;
  readonly values: Readonly<Record<string, unknown>>;
}

const joinConditions = (conditions: readonly Condition[]) => ({
  ConditionExpression: conditions.map(({ expression }) => expression).join(' AND '),
  ExpressionAttributeValues: Object.assign({}, ...conditions.map(({ values }) => values)) as Record<string, unknown>,
});

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

const toKey = ({ clientId, createdAt }: ClientPosition, companyId: string) => ({
  ...clientKey(clientId),
  companyId,
  createdAt,
});

type Item = Record<string, unknown>;

const toItem = (client: ApiClient | ClientTombstone): Item => ({ ...client, ...clientKey(client.clientId) });

const makeReader = (database: Database, table: string) => async (clientId: string) =>
  (await database.send(new GetCommand({ TableName: table, Key: clientKey(clientId), ConsistentRead: true }))).Item;

/** What the functions need: finding a client, and recording the last use of a secret. */
export const makeApiClientStore = (database: Database, table: string): ApiClientStore => {
  const read = makeReader(database, table);
  return {
    async find(clientId) {
      return toLiveClient(await read(clientId));
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

/** The tables of clients and of the entries about their changes. */
type Tables = AuditTables & { readonly apiClients: string };

/** Operations for administrators. */
export const makeApiClientRegistry = (database: Database, tables: Tables, adminLogDays: number): ApiClientRegistry => {
  const { apiClients: table } = tables;
  const read = makeReader(database, table);

  const put = async (item: Item, condition: object, entries: readonly AdminEntry[] = []): Promise<boolean> => {
    const Put = { TableName: table, Item: item, ...condition };
    const logged = entries.flatMap((entry) => toAuditWrites(tables, entry, adminLogDays));
    return (await commit(database, [{ Put }, ...logged])).isCommitted;
  };

  return {
    ...makeApiClientStore(database, table),
    create: (client, entries) =>
      put(toItem(client), { ConditionExpression: 'attribute_not_exists(clientId)' }, entries),
    async listAll() {
      const clients = await readPages(database, ScanCommand, {
        TableName: table,
        ConsistentRead: true,
        FilterExpression: '#item = :client AND attribute_not_exists(deletedAt)',
        ExpressionAttributeNames: { '#item': 'item' },
        ExpressionAttributeValues: { ':client': CLIENT_ITEM },
      });
      return clients.map(toClient).toSorted((one, other) => one.createdAt - other.createdAt);
    },
    async listByCompany(companyId, { limit, after }) {
      const page = await database.send(
        new QueryCommand({
          TableName: table,
          IndexName: definitions.apiClients.indexes[0].name,
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
    async replace(before, after, entries) {
      const client = { ...after, revision: before.revision + 1 };
      return (await put(toItem(client), isAsRead(before), entries)) ? client : undefined;
    },
    async delete(before, now, entries) {
      const { clientId, revocationNumber, revision } = before;
      const tombstone = { clientId, revocationNumber, revision: revision + 1, deletedAt: now };
      return put(toItem(tombstone), isAsRead(before), entries);
    },
    async findTombstone(clientId) {
      return toTombstone(await read(clientId));
    },
  };
};
