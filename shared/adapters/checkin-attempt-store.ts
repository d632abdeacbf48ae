import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import {
  IDEMPOTENCY_KEY_HOURS,
  type AttemptKey,
  type CheckinAttempt,
  type CheckinAttemptStore,
} from '../domain/checkin-attempt.ts';
import { ifConditionHolds, type Database } from './database.ts';
import { joinKey } from './join-key.ts';

const keyOf = ({ clientId, idempotencyKey, user }: AttemptKey) => ({
  attempt: joinKey(clientId, user.companyId, user.userId, idempotencyKey),
});

const forgottenAtSeconds = ({ receivedAt }: CheckinAttempt): number =>
  Math.ceil(receivedAt / 1000) + IDEMPOTENCY_KEY_HOURS * 60 * 60;

const toAttempt = ({ attempt: _, expiresAtSeconds, ...attempt }: Record<string, unknown>): CheckinAttempt =>
  attempt as unknown as CheckinAttempt;

export const makeCheckinAttemptStore = (database: Database, table: string): CheckinAttemptStore => ({
  /** One write either way: what is there already wins, and comes back. */
  async begin(key, attempt) {
    const members = Object.entries({ ...attempt, expiresAtSeconds: forgottenAtSeconds(attempt) });
    const update = new UpdateCommand({
      TableName: table,
      Key: keyOf(key),
      UpdateExpression: `SET ${members.map(([name]) => `#${name} = if_not_exists(#${name}, :${name})`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(members.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(members.map(([name, value]) => [`:${name}`, value])),
      ReturnValues: 'ALL_NEW',
    });
    const { Attributes } = await database.send(update);
    return toAttempt(Attributes as Record<string, unknown>);
  },
  async forget(key, checkinId) {
    const remove = new DeleteCommand({
      TableName: table,
      Key: keyOf(key),
      ConditionExpression: 'checkinId = :own AND attribute_not_exists(outcome)',
      ExpressionAttributeValues: { ':own': checkinId },
    });
    await ifConditionHolds(database.send(remove));
  },
  async settle(key, outcome) {
    const update = new UpdateCommand({
      TableName: table,
      Key: keyOf(key),
      UpdateExpression: 'SET outcome = if_not_exists(outcome, :outcome)',
      ExpressionAttributeValues: { ':outcome': outcome },
    });
    await database.send(update);
  },
});
