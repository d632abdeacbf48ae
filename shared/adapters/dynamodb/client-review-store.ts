import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ApiClient } from '../../domain/api-client.ts';
import { nextReviewOf, type ClientReviewStore } from '../../domain/client-watch.ts';
import { tables } from '../../tables.ts';
import { CLIENT_QUEUE, clientKey, REVIEW_AT, REVIEW_QUEUE, toLiveClient } from './api-client-item.ts';
import { conditionalWrite, type Database } from './database.ts';
import { readBatch } from './read-batch.ts';

const CLIENTS_PER_PAGE = 100;

const markedSecrets = (before: ApiClient, after: ApiClient) =>
  after.secrets.flatMap(({ noticedDays }, index) =>
    noticedDays === before.secrets[index]?.noticedDays ? [] : [{ index, noticedDays }],
  );

const isSet = ([, value]: readonly [path: string, value: unknown]): boolean => value !== undefined;

/** Names and values of an update: a value that is undefined is removed. */
const toUpdate = (changes: readonly (readonly [path: string, value: unknown])[]) => {
  const set = changes.filter(isSet).map(([path], index) => `${path} = :v${index}`);
  const removed = changes.filter((change) => !isSet(change)).map(([path]) => path);
  return {
    UpdateExpression: [
      ...(set.length > 0 ? [`SET ${set.join(', ')}`] : []),
      ...(removed.length > 0 ? [`REMOVE ${removed.join(', ')}`] : []),
    ].join(' '),
    values: Object.fromEntries(changes.filter(isSet).map(([, value], index) => [`:v${index}`, value])),
  };
};

/** Reads the index of clients that are due, and writes their marks. */
export const makeClientReviewStore = (database: Database, table: string): ClientReviewStore => ({
  async *listDue(now) {
    let ExclusiveStartKey: Record<string, unknown> | undefined;
    do {
      const page = await database.send(
        new QueryCommand({
          TableName: table,
          IndexName: tables.apiClients.indexes[1].name,
          KeyConditionExpression: `${REVIEW_QUEUE} = :queue AND ${REVIEW_AT} <= :now`,
          ExpressionAttributeValues: { ':queue': CLIENT_QUEUE, ':now': now },
          Limit: CLIENTS_PER_PAGE,
          ExclusiveStartKey,
        }),
      );
      const keys = (page.Items ?? []).map(({ clientId }) => clientKey(String(clientId)));
      const items = keys.length > 0 ? await readBatch(database, table, keys) : [];
      yield items.flatMap((item) => toLiveClient(item) ?? []);
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
  },
  async mark(before, after, now) {
    const reviewAt = nextReviewOf(after, now);
    const { UpdateExpression, values } = toUpdate([
      ['silentSince', after.silentSince],
      ...markedSecrets(before, after).map(
        ({ index, noticedDays }) => [`secrets[${index}].noticedDays`, noticedDays] as const,
      ),
      [REVIEW_QUEUE, reviewAt === undefined ? undefined : CLIENT_QUEUE],
      [REVIEW_AT, reviewAt],
    ]);
    const update = new UpdateCommand({
      TableName: table,
      Key: clientKey(before.clientId),
      UpdateExpression,
      // A client that an administrator changed meanwhile is looked at in the next run.
      ConditionExpression: 'revision = :revision',
      ExpressionAttributeValues: { ...values, ':revision': before.revision },
    });
    await conditionalWrite(database.send(update));
  },
});
