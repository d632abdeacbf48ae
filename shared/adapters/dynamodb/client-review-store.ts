import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ApiClient } from '../../domain/api-client.ts';
import { nextReviewOf, type ClientReviewStore } from '../../domain/client-watch.ts';
import { tables } from '../../tables.ts';
import { CLIENT_QUEUE, clientKey, REVIEW_AT, REVIEW_QUEUE, toLiveClient } from './api-client-item.ts';
import { readBatch } from './batches.ts';
import { conditionalWrite, type Database, type Item } from './database.ts';
import { stillHas, toUpdate } from './expressions.ts';
import { readItemPages } from './read-all-items.ts';

const CLIENTS_PER_PAGE = 100;

const newMarks = (before: ApiClient, after: ApiClient): Item =>
  Object.fromEntries(
    after.secrets.flatMap(({ noticedDays }, index) =>
      noticedDays === before.secrets[index]?.noticedDays ? [] : [[`secrets[${index}].noticedDays`, noticedDays]],
    ),
  );

export const makeClientReviewStore = (database: Database, table: string): ClientReviewStore => ({
  async *listDue(now) {
    const pages = readItemPages(database, QueryCommand, {
      TableName: table,
      IndexName: tables.apiClients.indexes[1].name,
      KeyConditionExpression: `${REVIEW_QUEUE} = :queue AND ${REVIEW_AT} <= :now`,
      ExpressionAttributeValues: { ':queue': CLIENT_QUEUE, ':now': now },
      Limit: CLIENTS_PER_PAGE,
    });
    for await (const { items } of pages) {
      const keys = items.map(({ clientId }) => clientKey(String(clientId)));
      yield (await readBatch(database, table, keys)).flatMap((item) => toLiveClient(item) ?? []);
    }
  },
  async mark(before, after, now) {
    const reviewAt = nextReviewOf(after, now);
    const marks = {
      silentSince: after.silentSince,
      ...newMarks(before, after),
      [REVIEW_QUEUE]: reviewAt === undefined ? undefined : CLIENT_QUEUE,
      [REVIEW_AT]: reviewAt,
    };
    // A client that an administrator changed meanwhile is reviewed in the next run.
    const update = toUpdate(marks, stillHas({ revision: before.revision }));
    const Key = clientKey(before.clientId);
    await conditionalWrite(database, new UpdateCommand({ TableName: table, Key, ...update }));
  },
});
