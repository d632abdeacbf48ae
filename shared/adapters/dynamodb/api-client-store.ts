import { GetCommand, QueryCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AdminEntry } from '../../domain/audit-entry.ts';
import type {
  ApiClient,
  ApiClientRegistry,
  ApiClientStore,
  ClientPosition,
  ClientTombstone,
} from '../../domain/api-client.ts';
import { RECORD_INTERVAL_MILLISECONDS, type ClientSecret } from '../../domain/client-secret.ts';
import { nextReviewOf } from '../../domain/client-watch.ts';
import { tables as definitions } from '../../tables.ts';
import {
  CLIENT_QUEUE,
  clientKey,
  REVIEW_AT,
  REVIEW_QUEUE,
  toClient,
  toLiveClient,
  toTombstone,
} from './api-client-item.ts';
import { toAuditWrites, type AuditTables } from './audit-log.ts';
import { toAccessWrites } from './client-access.ts';
import { conditionalWrite, type Database } from './database.ts';
import { readAllItems } from './read-all-items.ts';
import { commit, type TransactionWrite } from './transaction.ts';

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

const hasValue = (path: string, name: string, value: unknown): Condition =>
  value === undefined
    ? { expression: `attribute_not_exists(${path})`, values: {} }
    : { expression: `${path} = :${name}`, values: { [`:${name}`]: value } };

const hasSecret = ({ digest, lastUsedAt, noticedDays }: ClientSecret, index: number): Condition[] => [
  hasValue(`secrets[${index}].digest`, `digest${index}`, digest),
  hasValue(`secrets[${index}].lastUsedAt`, `used${index}`, lastUsedAt),
  hasValue(`secrets[${index}].noticedDays`, `noticed${index}`, noticedDays),
];

/** The attributes that the service itself writes, without a new revision. */
const observed = ['lastSeenAt', 'lastDeniedAt', 'silentSince'] as const satisfies readonly (keyof ApiClient)[];

/** Also compares what the service itself wrote. */
const isAsRead = (client: ApiClient) =>
  joinConditions([
    hasRevision(client.revision),
    ...client.secrets.flatMap(hasSecret),
    ...observed.map((name) => hasValue(name, name, client[name])),
  ]);

const toKey = ({ clientId, createdAt }: ClientPosition, companyId: string) => ({
  ...clientKey(clientId),
  companyId,
  createdAt,
});

type Item = Record<string, unknown>;

const toTombstoneItem = (tombstone: ClientTombstone): Item => ({ ...tombstone, ...clientKey(tombstone.clientId) });

const toItem = (client: ApiClient): Item => {
  const reviewAt = nextReviewOf(client);
  const review = reviewAt !== undefined && { [REVIEW_QUEUE]: CLIENT_QUEUE, [REVIEW_AT]: reviewAt };
  return { ...client, ...clientKey(client.clientId), ...review };
};

const makeReader = (database: Database, table: string) => async (clientId: string) =>
  (await database.send(new GetCommand({ TableName: table, Key: clientKey(clientId), ConsistentRead: true }))).Item;

/** Matches no client. */
const NO_REVISION = -1;

/** What the functions need: finding a client, and recording the last use of a secret. */
export const makeApiClientStore = (database: Database, table: string): ApiClientStore => {
  const read = makeReader(database, table);
  return {
    async find(clientId) {
      return toLiveClient(await read(clientId));
    },
    async recordLastUsed({ client, secret }, now) {
      const index = secret ? client.secrets.indexOf(secret) : -1;
      const path = `secrets[${index}]`;
      const ofSecret = secret && index >= 0 ? hasValue(`${path}.digest`, 'digest', secret.digest) : undefined;
      const stale = ['lastSeenAt', ...(ofSecret ? [`${path}.lastUsedAt`] : [])].map(
        (name) => `attribute_not_exists(${name}) OR ${name} <= :stale`,
      );
      const update = new UpdateCommand({
        TableName: table,
        Key: clientKey(client.clientId),
        UpdateExpression: `SET lastSeenAt = :now${ofSecret ? `, ${path}.lastUsedAt = :now` : ''}`,
        // Gates that share a client refresh at the same moment: one of them records it.
        ConditionExpression: `${ofSecret?.expression ?? 'attribute_exists(secrets)'} AND (${stale.join(' OR ')})`,
        ExpressionAttributeValues: { ':now': now, ':stale': now - RECORD_INTERVAL_MILLISECONDS, ...ofSecret?.values },
      });
      await conditionalWrite(database.send(update));
    },
    async recordDenied({ clientId, revision }, { ip, isGenuine }, now) {
      const update = new UpdateCommand({
        TableName: table,
        Key: clientKey(clientId),
        UpdateExpression: 'SET lastDeniedAt = :now, lastDeniedIp = :ip',
        ConditionExpression: 'revision = :revision AND (attribute_not_exists(lastDeniedAt) OR lastDeniedAt <= :stale)',
        ExpressionAttributeValues: {
          ':now': now,
          ':ip': ip,
          ':revision': isGenuine ? revision : NO_REVISION,
          ':stale': now - RECORD_INTERVAL_MILLISECONDS,
        },
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

  const put = async (
    item: Item,
    condition: object,
    access: readonly TransactionWrite[],
    entries: readonly AdminEntry[] = [],
  ): Promise<boolean> => {
    const Put = { TableName: table, Item: item, ...condition };
    const logged = entries.flatMap((entry) => toAuditWrites(tables, entry, adminLogDays));
    return (await commit(database, [{ Put }, ...access, ...logged])).isCommitted;
  };

  const putClient = (client: ApiClient, condition: object, entries?: readonly AdminEntry[]): Promise<boolean> =>
    put(toItem(client), condition, toAccessWrites(table, client), entries);

  return {
    ...makeApiClientStore(database, table),
    create: (client, entries) => putClient(client, { ConditionExpression: 'attribute_not_exists(clientId)' }, entries),
    async listAll() {
      // The index holds clients only: neither their token families, which are many, nor tombstones.
      const IndexName = definitions.apiClients.indexes[0].name;
      const clients = await readAllItems(database, ScanCommand, { TableName: table, IndexName });
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
      return (await putClient(client, isAsRead(before), entries)) ? client : undefined;
    },
    async delete(before, now, entries) {
      const { clientId, revocationNumber, revision } = before;
      const tombstone = { clientId, revocationNumber, revision: revision + 1, deletedAt: now };
      return put(toTombstoneItem(tombstone), isAsRead(before), toAccessWrites(table, before, true), entries);
    },
    async findTombstone(clientId) {
      return toTombstone(await read(clientId));
    },
  };
};
