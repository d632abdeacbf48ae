import { QueryCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { accessKey } from './client-access-reader.ts';
import { tables as definitions } from '../../tables.ts';
import { conditionalWrite, getItem, readAllItems, readItemPages, type Database, type Item } from './database.ts';
import type { ApiClient, ApiClientRegistry, ApiClientStore, ClientPosition } from '../../domain/api-client.ts';
import { commit, type TransactionWrite } from './transaction.ts';
import type { AuditEntry } from '../../domain/audit-entry.ts';
import { RECORD_INTERVAL_MILLISECONDS } from '../../domain/client-secret.ts';
import { silencesAfterUse, type ClientReviewStore } from '../../domain/client-watch.ts';
import { makeToAuditWrites, type AuditTables } from './audit-log.ts';
import { stillHas, toUpdate } from './expressions.ts';
import { readBatch } from './batches.ts';

/** The sort key of a client's own item; its token families have different sort keys. */
export const CLIENT_ITEM = 'client';

export const clientKey = (clientId: string) => ({ clientId, item: CLIENT_ITEM });

export const isTombstone = ({ deletedAt }: Item): boolean => deletedAt !== undefined;

export const toClient = ({ item: _, ...client }: Item): ApiClient => client as unknown as ApiClient;

export const toLiveClient = (item: Item | undefined): ApiClient | undefined =>
  item && !isTombstone(item) ? toClient(item) : undefined;

/**
 * Returns the write of a client's access item, which every gate request reads. It belongs in the transaction that changes the
 * client, so that it is never out of date. The access item of a deleted client gives no access.
 */
export const toAccessWrite = (table: string, client: ApiClient, { isDeleted = false } = {}): TransactionWrite => {
  const { clientId, companyId, scopes, revocationNumber, allowedIps } = client;
  const access = isDeleted
    ? { enabled: false }
    : { companyId, scopes, revocationNumber, enabled: client.enabled, ...(allowedIps && { allowedIps }) };
  return { Put: { TableName: table, Item: { ...accessKey(clientId), ...access } } };
};

/** Returns the condition that the revision, and all attributes that change without a new revision, are still the same. */
const unchangedSinceRead = ({ revision, lastSeenAt, lastDeniedAt, silentSince, secrets }: ApiClient) => {
  const secretAttributes = secrets.flatMap(({ digest, lastUsedAt, noticedDays }, index) =>
    Object.entries({ digest, lastUsedAt, noticedDays }).map(([name, value]) => [`secrets[${index}].${name}`, value]),
  );
  return stillHas({ revision, lastSeenAt, lastDeniedAt, silentSince, ...Object.fromEntries(secretAttributes) });
};

const toKey = ({ clientId, createdAt }: ClientPosition, companyId: string) => ({
  ...clientKey(clientId),
  companyId,
  createdAt,
});

const toItem = (client: ApiClient): Item => ({ ...client, ...clientKey(client.clientId) });

/** A revision that no client has. A write with it changes nothing, but takes as long as one that does, so it reveals nothing. */
const NO_REVISION = -1;

export const makeApiClientStore = (database: Database, table: string): ApiClientStore => ({
  async find(clientId) {
    return toLiveClient(await getItem(database, table, clientKey(clientId)));
  },
  async recordLastUsed({ client, secret }, now) {
    const secretPath = secret && `secrets[${client.secrets.indexOf(secret)}]`;
    const isUnchanged = secretPath ? `${secretPath}.digest = :digest` : 'attribute_exists(secrets)';
    const timeNames = ['lastSeenAt', ...(secretPath ? [`${secretPath}.lastUsedAt`] : [])];
    const isStale = timeNames.map((name) => `attribute_not_exists(${name}) OR ${name} <= :stale`).join(' OR ');
    const silences = silencesAfterUse(client, now);
    const changes = [...timeNames.map((name) => `${name} = :now`), ...(silences ? ['silences = :silences'] : [])];
    const update = new UpdateCommand({
      TableName: table,
      Key: clientKey(client.clientId),
      UpdateExpression: `SET ${changes.join(', ')}`,
      // If gates that share a client refresh at the same time, only one of them records the use.
      ConditionExpression: `${isUnchanged} AND (${isStale})`,
      ExpressionAttributeValues: {
        ':now': now,
        ':stale': now - RECORD_INTERVAL_MILLISECONDS,
        ':digest': secret?.digest,
        ':silences': silences,
      },
    });
    await conditionalWrite(database, update);
  },
  async recordDenied({ clientId, revision }, { ip, hasRightSecret }, now) {
    const update = new UpdateCommand({
      TableName: table,
      Key: clientKey(clientId),
      UpdateExpression: 'SET lastDeniedAt = :now, lastDeniedIp = :ip',
      ConditionExpression: 'revision = :revision AND (attribute_not_exists(lastDeniedAt) OR lastDeniedAt <= :stale)',
      ExpressionAttributeValues: {
        ':now': now,
        ':ip': ip,
        ':revision': hasRightSecret ? revision : NO_REVISION,
        ':stale': now - RECORD_INTERVAL_MILLISECONDS,
      },
    });
    await conditionalWrite(database, update);
  },
});

/** This index contains only clients, without their many token families, and without tombstones. */
const IndexName = definitions.apiClients.indexes[0].name;

type Tables = AuditTables & { readonly apiClients: string };

export const makeApiClientRegistry = (database: Database, tables: Tables, adminLogDays: number): ApiClientRegistry => {
  const { apiClients: table } = tables;
  const toAuditWrites = makeToAuditWrites(tables, adminLogDays);

  const put = async (
    item: Item,
    condition: object,
    access: TransactionWrite,
    entries: readonly AuditEntry[] = [],
  ): Promise<boolean> => {
    const Put = { TableName: table, Item: item, ...condition };
    const logged = entries.flatMap(toAuditWrites);
    return (await commit(database, [{ Put }, access, ...logged])).isCommitted;
  };

  const putClient = (client: ApiClient, condition: object, entries?: readonly AuditEntry[]): Promise<boolean> =>
    put(toItem(client), condition, toAccessWrite(table, client), entries);

  return {
    ...makeApiClientStore(database, table),
    create: (client, entries) => putClient(client, { ConditionExpression: 'attribute_not_exists(clientId)' }, entries),
    async listAll() {
      const clients = await readAllItems(database, ScanCommand, { TableName: table, IndexName });
      return clients.map(toClient).toSorted((one, other) => one.createdAt - other.createdAt);
    },
    async findAll(clientIds) {
      const items = await readBatch(database, table, clientIds.map(clientKey));
      return items.flatMap((item) => toLiveClient(item) ?? []);
    },
    async listByCompany(companyId, { limit, after }) {
      const page = await database.send(
        new QueryCommand({
          TableName: table,
          IndexName,
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
      const lastEntry = entries?.at(-1);
      const client = {
        ...after,
        revision: before.revision + 1,
        ...(lastEntry && { changedAt: lastEntry.receivedAt }),
      };
      return (await putClient(client, unchangedSinceRead(before), entries)) ? client : undefined;
    },
    async delete(before, now, entries) {
      const { clientId, revocationNumber, revision } = before;
      const tombstone = { ...clientKey(clientId), revocationNumber, revision: revision + 1, deletedAt: now };
      return put(tombstone, unchangedSinceRead(before), toAccessWrite(table, before, { isDeleted: true }), entries);
    },
  };
};

const newSecretMarks = (before: ApiClient, after: ApiClient): Item =>
  Object.fromEntries(
    after.secrets.flatMap(({ noticedDays }, index) =>
      noticedDays === before.secrets[index]?.noticedDays ? [] : [[`secrets[${index}].noticedDays`, noticedDays]],
    ),
  );

export const makeClientReviewStore = (database: Database, table: string): ClientReviewStore => ({
  async *list() {
    for await (const { items } of readItemPages(database, ScanCommand, { TableName: table, IndexName }))
      yield items.map(toClient);
  },
  async mark(before, after) {
    const marks = { silentSince: after.silentSince, ...newSecretMarks(before, after) };
    // A client that an administrator changed meanwhile is reviewed in the next run.
    const update = toUpdate(marks, stillHas({ revision: before.revision }));
    const Key = clientKey(before.clientId);
    await conditionalWrite(database, new UpdateCommand({ TableName: table, Key, ...update }));
  },
});
