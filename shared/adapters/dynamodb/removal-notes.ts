import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { AdminEntry } from '../../domain/audit-entry.ts';
import type { RemovalNotes } from '../../domain/removal-note.ts';
import { DAY, inSeconds } from '../../domain/instant.ts';
import { TIME_TO_LIVE_ATTRIBUTE } from '../../tables.ts';
import type { Database } from './database.ts';
import { joinKey } from './join-key.ts';
import { readAllItems } from './read-all-items.ts';

/** The partition key of the notes in the table of audit details. No other item has it, because no company has an empty id. */
export const REMOVALS = joinKey('', 'removed-users');

const DAYS_KEPT = 30;

export const toRemovalNote = ({ companyId, receivedAt, target }: AdminEntry, id: string) => ({
  companyUser: REMOVALS,
  entry: id,
  companyId,
  userId: target.userId,
  receivedAt,
  [TIME_TO_LIVE_ATTRIBUTE]: inSeconds(receivedAt + DAYS_KEPT * DAY),
});

export const makeRemovalNotes = (database: Database, auditDetailsTable: string): RemovalNotes => ({
  async list() {
    const items = await readAllItems(database, QueryCommand, {
      TableName: auditDetailsTable,
      KeyConditionExpression: 'companyUser = :removals',
      ExpressionAttributeValues: { ':removals': REMOVALS },
      ConsistentRead: true,
    });
    return items.map(({ companyId, userId, receivedAt, entry }) => ({
      user: { companyId: companyId as string, userId: userId as number },
      removedAt: receivedAt as number,
      id: entry as string,
    }));
  },
  async forget({ id }) {
    const Key = { companyUser: REMOVALS, entry: id };
    await database.send(new DeleteCommand({ TableName: auditDetailsTable, Key }));
  },
});
