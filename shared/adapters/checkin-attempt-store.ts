import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import {
  IDEMPOTENCY_KEY_HOURS,
  type AttemptKey,
  type CheckinAttempt,
  type CheckinAttemptStore,
} from '../domain/checkin-attempt.ts';
import type { Database } from './database.ts';
import { joinKey } from './join-key.ts';

/** An item has 400 KB at most; the rest of it is well under 10. */
const MAX_LIST_BYTES = 350_000;
/** What DynamoDB adds for an element of a list. */
const ELEMENT_BYTES = 1;

const keyOf = ({ clientId, idempotencyKey, user }: AttemptKey) => ({
  attempt: joinKey(clientId, user.companyId, user.userId, idempotencyKey),
});

const forgottenAtSeconds = ({ receivedAt }: CheckinAttempt): number =>
  Math.ceil(receivedAt / 1000) + IDEMPOTENCY_KEY_HOURS * 60 * 60;

const fits = (list: readonly string[]): boolean =>
  list.reduce((bytes, text) => bytes + Buffer.byteLength(text) + ELEMENT_BYTES, 0) <= MAX_LIST_BYTES;

/** Every attempt has a list or says that it has none, so that none is given that of a later one. */
const toItem = ({ open, ...attempt }: CheckinAttempt) => ({
  ...attempt,
  open: open && fits(open) ? open : null,
  expiresAtSeconds: forgottenAtSeconds(attempt),
});

const toAttempt = (item: Record<string, unknown>): CheckinAttempt => {
  const { attempt: _, expiresAtSeconds, open, ...attempt } = item;
  return { ...attempt, ...(open !== null && { open }) } as unknown as CheckinAttempt;
};

export const makeCheckinAttemptStore = (database: Database, table: string): CheckinAttemptStore => ({
  /** One write either way: what is there already wins, and comes back. */
  async begin(key, attempt) {
    const members = Object.entries(toItem(attempt));
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
});
