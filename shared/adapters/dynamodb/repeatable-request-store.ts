import { DeleteCommand, PutCommand, type PutCommandInput } from '@aws-sdk/lib-dynamodb';
import {
  IN_FLIGHT_MILLISECONDS,
  REPEATABLE_MILLISECONDS,
  type RepeatableRequest,
  type RepeatableRequestStore,
  type RequestKey,
} from '../../domain/repeatable-request.ts';
import { inSeconds } from '../../domain/instant.ts';
import { conditionalWrite, getItem, type Database } from './database.ts';
import { joinKey } from './join-key.ts';

/** Differs from the keys of check-in attempts, which begin with a client's id. */
const keyOf = ({ companyId, issuer, subject, idempotencyKey }: RequestKey) => ({
  attempt: joinKey('console', companyId, issuer, subject, idempotencyKey),
});

interface Hold {
  readonly heldBy: string;
  readonly heldUntil: number;
}

const toItem = (key: RequestKey, request: RepeatableRequest, hold?: Hold) => ({
  ...keyOf(key),
  ...request,
  ...hold,
  expiresAtSeconds: inSeconds(request.receivedAt + REPEATABLE_MILLISECONDS),
});

type Item = RepeatableRequest & Partial<Hold>;

const toRequest = ({ digest, receivedAt, clientId, requestId, secretId }: Item): RepeatableRequest => ({
  digest,
  receivedAt,
  clientId,
  requestId,
  secretId,
});

/** @param table the table of check-in attempts, which is shared because its items expire in the same way */
export const makeRepeatableRequestStore = (database: Database, table: string): RepeatableRequestStore => {
  const put = (item: object, condition?: Pick<PutCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'>) =>
    new PutCommand({ TableName: table, Item: { ...item }, ...condition });

  const begin: RepeatableRequestStore['begin'] = async (key, request) => {
    const { requestId: ownId, receivedAt: now } = request;
    const hold = { heldBy: ownId, heldUntil: now + IN_FLIGHT_MILLISECONDS };
    const started = await conditionalWrite(
      database,
      put(toItem(key, request, hold), {
        ConditionExpression: 'attribute_not_exists(attempt) OR receivedAt <= :forgotten',
        ExpressionAttributeValues: { ':forgotten': now - REPEATABLE_MILLISECONDS },
      }),
    );
    if (started.isWritten) return request;
    const found = (await getItem(database, table, keyOf(key))) as Item | undefined;
    if (!found) return begin(key, request);
    const first = toRequest(found);
    // After a lost response, the SDK retries the write and finds its own item.
    if (found.heldBy === ownId || first.digest !== request.digest) return first;
    const { heldUntil } = found;
    const takeOver = put(toItem(key, first, hold), {
      ConditionExpression: `${heldUntil === undefined ? 'attribute_not_exists(heldUntil)' : 'heldUntil = :seen'} OR heldBy = :own`,
      ExpressionAttributeValues: { ':own': ownId, ':seen': heldUntil },
    });
    const isFree = (heldUntil ?? 0) <= now;
    return isFree && (await conditionalWrite(database, takeOver)).isWritten ? first : undefined;
  };

  return {
    begin,
    async complete(key, request, secretId) {
      await database.send(put(toItem(key, { ...request, secretId })));
    },
    async release(key, request) {
      await database.send(put(toItem(key, request)));
    },
    async forget(key) {
      await database.send(new DeleteCommand({ TableName: table, Key: keyOf(key) }));
    },
  };
};
