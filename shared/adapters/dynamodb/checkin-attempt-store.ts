import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { AttemptKey, CheckinAttempt, CheckinAttemptStore } from '../../domain/checkin.ts';
import { HOUR, inSeconds } from '../../domain/instant.ts';
import { conditionalWrite, type Database } from './database.ts';
import { joinKey } from './join-key.ts';
import { IDEMPOTENCY_KEY_HOURS } from '../../rules/bookings.ts';

/** An item has at most 400 KB. The other attributes need less than 10 KB. */
const MAX_LIST_BYTES = 350_000;
/** The bytes that DynamoDB adds per element of a list. */
const ELEMENT_BYTES = 1;

const keyOf = ({ clientId, idempotencyKey, user }: AttemptKey) => ({
  attempt: joinKey(clientId, user.companyId, user.userId, idempotencyKey),
});

const fits = (list: readonly string[]): boolean =>
  list.reduce((bytes, text) => bytes + Buffer.byteLength(text) + ELEMENT_BYTES, 0) <= MAX_LIST_BYTES;

/** Stores `null` if the list of open bookings is absent or too long. A retry then queries the open bookings again. */
const toItem = (key: AttemptKey, { open, ...attempt }: CheckinAttempt) => ({
  ...keyOf(key),
  ...attempt,
  open: open && fits(open) ? open : null,
  expiresAtSeconds: inSeconds(attempt.receivedAt + IDEMPOTENCY_KEY_HOURS * HOUR),
});

const toAttempt = (item: Record<string, unknown>): CheckinAttempt => {
  const { attempt: _, expiresAtSeconds, open, ...attempt } = item;
  return { ...attempt, ...(open !== null && { open }) } as unknown as CheckinAttempt;
};

export const makeCheckinAttemptStore = (database: Database, table: string): CheckinAttemptStore => ({
  /**
   * Makes one conditional write. If it fails, because the key already has an attempt, DynamoDB returns that attempt. The
   * condition checks the expiry, because DynamoDB can delete expired items days late.
   */
  async begin(key, attempt) {
    const item = toItem(key, attempt);
    const put = new PutCommand({
      TableName: table,
      Item: item,
      ConditionExpression: 'attribute_not_exists(attempt) OR expiresAtSeconds <= :now',
      ExpressionAttributeValues: { ':now': Math.floor(attempt.receivedAt / 1000) },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    const result = await conditionalWrite(database, put);
    return toAttempt(result.isWritten ? item : (result.found as Record<string, unknown>));
  },
});
