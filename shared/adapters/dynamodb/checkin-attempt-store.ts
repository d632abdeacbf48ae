import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import {
  IDEMPOTENCY_KEY_HOURS,
  type AttemptKey,
  type CheckinAttempt,
  type CheckinAttemptStore,
} from '../../domain/checkin-attempt.ts';
import { ifConditionHolds, type Database } from './database.ts';
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

/** How an attempt is written: `assign` says what becomes of a member. */
interface Writing {
  readonly assign: (name: string) => string;
  readonly condition: string;
}

const keep: Writing = {
  assign: (name) => `#${name} = if_not_exists(#${name}, :${name})`,
  condition: 'attribute_not_exists(#expiresAtSeconds) OR #expiresAtSeconds > :now',
};

/** Time to live takes days to delete what has expired: it is as good as gone. */
const replace: Writing = {
  assign: (name) => `#${name} = :${name}`,
  condition: '#expiresAtSeconds <= :now',
};

export const makeCheckinAttemptStore = (database: Database, table: string): CheckinAttemptStore => {
  const write = async (
    key: AttemptKey,
    attempt: CheckinAttempt,
    { assign, condition }: Writing,
  ): Promise<CheckinAttempt | undefined> => {
    const members = Object.entries(toItem(attempt));
    const values = members.map(([name, value]) => [`:${name}`, value]);
    const update = new UpdateCommand({
      TableName: table,
      Key: keyOf(key),
      UpdateExpression: `SET ${members.map(([name]) => assign(name)).join(', ')}`,
      ConditionExpression: condition,
      ExpressionAttributeNames: Object.fromEntries(members.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: { ...Object.fromEntries(values), ':now': Math.floor(attempt.receivedAt / 1000) },
      ReturnValues: 'ALL_NEW',
    });
    const written = await ifConditionHolds(database.send(update));
    return written && toAttempt(written.Attributes as Record<string, unknown>);
  };

  /** One write: what is there already wins, and comes back. Where that has expired, it makes room in a second one. */
  const begin: CheckinAttemptStore['begin'] = async (key, attempt) =>
    (await write(key, attempt, keep)) ?? (await write(key, attempt, replace)) ?? begin(key, attempt);

  return { begin };
};
