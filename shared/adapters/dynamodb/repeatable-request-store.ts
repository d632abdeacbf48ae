import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import {
  REPEATABLE_MILLISECONDS,
  type RepeatableRequest,
  type RepeatableRequestStore,
  type RequestKey,
} from '../../domain/repeatable-request.ts';
import { conditionalWrite, type Database } from './database.ts';
import { joinKey } from './join-key.ts';

/** Keeps these keys apart from those of check-in attempts, which begin with the id of a client. */
const keyOf = ({ companyId, issuer, subject, idempotencyKey }: RequestKey) => ({
  attempt: joinKey('console', companyId, issuer, subject, idempotencyKey),
});

const toItem = (key: RequestKey, request: RepeatableRequest) => ({
  ...keyOf(key),
  ...request,
  expiresAtSeconds: Math.ceil((request.receivedAt + REPEATABLE_MILLISECONDS) / 1000),
});

const toRequest = ({ attempt: _, expiresAtSeconds, ...request }: Record<string, unknown>): RepeatableRequest =>
  request as unknown as RepeatableRequest;

/** @param table the table of check-in attempts: both kinds of item expire. */
export const makeRepeatableRequestStore = (database: Database, table: string): RepeatableRequestStore => {
  const begin: RepeatableRequestStore['begin'] = async (key, request) => {
    const put = new PutCommand({
      TableName: table,
      Item: toItem(key, request),
      ConditionExpression: 'attribute_not_exists(attempt) OR receivedAt <= :forgotten',
      ExpressionAttributeValues: { ':forgotten': request.receivedAt - REPEATABLE_MILLISECONDS },
    });
    if ((await conditionalWrite(database.send(put))).isWritten) return request;
    const get = new GetCommand({ TableName: table, Key: keyOf(key), ConsistentRead: true });
    const { Item } = await database.send(get);
    return Item ? toRequest(Item) : begin(key, request);
  };

  return {
    begin,
    async complete(key, request, secretId) {
      await database.send(new PutCommand({ TableName: table, Item: toItem(key, { ...request, secretId }) }));
    },
    async forget(key) {
      await database.send(new DeleteCommand({ TableName: table, Key: keyOf(key) }));
    },
  };
};
