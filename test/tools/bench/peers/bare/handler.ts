import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, QueryCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { importJWK, jwtVerify } from 'jose';

/**
 * A check-in without a framework: the same calls to the SDK as the service, and no other package except jose to verify tokens.
 * This is the least that can be deployed. By `id` alone, without Idempotency-Key, languages, a log or a deadline.
 */
const { API_CLIENTS_TABLE, USERS_TABLE, BOOKINGS_TABLE, SIGNING_KEYS_TABLE, TOKEN_ISSUER = '' } = process.env;
const LONGEST_PERIOD_MILLISECONDS = 72 * 60 * 60_000;

const database = DynamoDBDocumentClient.from(new DynamoDBClient({}));

interface Claims {
  readonly sub?: string;
  readonly company_id: string;
}

let keys: Promise<Map<string, CryptoKey>> | undefined;

const readKeys = async (): Promise<Map<string, CryptoKey>> => {
  const scan = new ScanCommand({ TableName: SIGNING_KEYS_TABLE, ConsistentRead: true });
  const { Items = [] } = await database.send(scan);
  const toKey = async ({ kid, x }: Record<string, unknown>) =>
    [kid, await importJWK({ kty: 'OKP', crv: 'Ed25519', x } as object, 'EdDSA')] as [string, CryptoKey];
  return new Map(await Promise.all(Items.map(toKey)));
};

const verify = async (authorization = ''): Promise<Claims | undefined> => {
  try {
    const token = authorization.replace(/^Bearer /, '');
    keys ??= readKeys();
    const known = await keys;
    const findKey = ({ kid = '' }) => known.get(kid) as CryptoKey;
    const { payload } = await jwtVerify<Claims>(token, findKey, { algorithms: ['EdDSA'], issuer: TOKEN_ISSUER });
    return payload;
  } catch {
    return undefined;
  }
};

const find = (TableName: string | undefined, Key: Record<string, unknown>, ConsistentRead = false) =>
  database.send(new GetCommand({ TableName, Key, ConsistentRead }));

const findOpen = (companyUser: string, at: number) =>
  database.send(
    new QueryCommand({
      TableName: BOOKINGS_TABLE,
      IndexName: 'byNoShow',
      KeyConditionExpression: 'companyUser = :companyUser AND noShowAt BETWEEN :first AND :last',
      FilterExpression: 'checkinOpensAt <= :at',
      ExpressionAttributeValues: {
        ':companyUser': companyUser,
        ':at': at,
        ':first': at + 1,
        ':last': at + LONGEST_PERIOD_MILLISECONDS,
      },
    }),
  );

const checkIn = async (Key: Record<string, unknown>, record: { at: number }): Promise<number> => {
  try {
    await database.send(
      new UpdateCommand({
        TableName: BOOKINGS_TABLE,
        Key,
        UpdateExpression: 'SET checkin = :record',
        ConditionExpression: 'attribute_not_exists(checkin) AND checkinOpensAt <= :at AND noShowAt > :at',
        ExpressionAttributeValues: { ':record': record, ':at': record.at },
      }),
    );
    return 1;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return 0;
    throw error;
  }
};

const answer = (statusCode: number, body: object) => ({
  statusCode,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ statusCode, ...body }),
});

const parse = (body = ''): { id?: unknown; date?: string; notify?: boolean } | undefined => {
  try {
    return JSON.parse(body) as object;
  } catch {
    return undefined;
  }
};

export const handler = async ({ headers, body, requestContext }: APIGatewayProxyEventV2) => {
  const claims = await verify(headers['authorization']);
  if (!claims) return answer(401, { message: 'Who are you?' });
  const input = parse(body);
  if (!input || !Number.isSafeInteger(input.id)) return answer(400, { message: 'Send an id.' });
  const receivedAt = Date.now();
  const at = input.date === undefined ? receivedAt : Date.parse(input.date);
  const companyUser = `${claims.company_id}#${input.id}`;
  const [client, user, open] = await Promise.all([
    find(API_CLIENTS_TABLE, { clientId: claims.sub, item: 'client' }, true),
    find(USERS_TABLE, { userKey: `${claims.company_id}#id#${input.id}` }),
    findOpen(companyUser, at),
  ]);
  if (!client.Item?.['enabled']) return answer(401, { message: 'Who are you?' });
  if (!user.Item) return answer(404, { message: 'No such user.' });
  const { requestId } = requestContext;
  const record = {
    at,
    receivedAt,
    clientId: claims.sub,
    requestId,
    checkinId: requestId,
    notify: input.notify === true,
  };
  const counts = await Promise.all(
    (open.Items ?? []).map(({ bookingId }) => checkIn({ companyUser, bookingId }, record)),
  );
  const checkinCount = counts.reduce((sum, count) => sum + count, 0);
  return answer(200, { message: `Checked in on ${checkinCount} bookings.`, checkinCount });
};
