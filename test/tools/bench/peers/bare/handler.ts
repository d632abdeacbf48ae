import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { importJWK, jwtVerify, type JWTVerifyGetKey } from 'jose';

/**
 * A check-in without a framework: the same calls to the SDK as the service, and no other package except jose to verify tokens.
 * It accepts only an `id`. It validates nothing else, has no deadline, languages or Idempotency-Key, and does not retry a lost
 * write.
 */
const { API_CLIENTS_TABLE, USERS_TABLE, BOOKINGS_TABLE, CHECKIN_LOG_TABLE, SIGNING_KEYS_TABLE } = process.env;
const { TOKEN_ISSUER = '', CHECKIN_LOG_DAYS = '' } = process.env;
const LONGEST_PERIOD_MILLISECONDS = 72 * 60 * 60_000;

const database = DynamoDBDocumentClient.from(new DynamoDBClient({}));

const findKey: JWTVerifyGetKey = async ({ kid }) => {
  const scan = new ScanCommand({ TableName: SIGNING_KEYS_TABLE, ConsistentRead: true });
  const { Items = [] } = await database.send(scan);
  return importJWK(
    { kty: 'OKP', crv: 'Ed25519', x: Items.find((key) => key['kid'] === kid)?.['x'] as string },
    'EdDSA',
  );
};

const find = (TableName: string | undefined, Key: Record<string, unknown>) =>
  database.send(new GetCommand({ TableName, Key, ConsistentRead: true }));

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

const checkIn = async (Key: Record<string, unknown>, record: { readonly at: number }): Promise<number> => {
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

const addToLog = (companyId: string, receivedAt: number, entry: Readonly<Record<string, unknown>>) => {
  const Item = {
    ...entry,
    receivedAt,
    kind: 'checkin',
    identifiers: {},
    statusCode: 200,
    entry: `${new Date(receivedAt).toISOString()}#${entry['requestId']}`,
    companyLog: `${companyId}#log`,
    expiresAtSeconds: Math.ceil(receivedAt / 1_000) + Number(CHECKIN_LOG_DAYS) * 86_400,
  };
  return database.send(new PutCommand({ TableName: CHECKIN_LOG_TABLE, Item }));
};

const answer = (statusCode: number, body: object) => ({
  statusCode,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ statusCode, ...body }),
});

export const handler = async ({ headers, body = '', requestContext }: APIGatewayProxyEventV2) => {
  const token = headers['authorization']?.replace(/^Bearer /, '') ?? '';
  const { payload } = await jwtVerify<{ readonly company_id: string }>(token, findKey, {
    algorithms: ['EdDSA'],
    issuer: TOKEN_ISSUER,
  });
  const { id, date, notify } = JSON.parse(body) as { readonly id: number; readonly date: string; notify?: boolean };
  const { sub: clientId, company_id: companyId } = payload;
  const at = Date.parse(date);
  const companyUser = `${companyId}#${id}`;
  const [client, user, open] = await Promise.all([
    find(API_CLIENTS_TABLE, { clientId, item: 'access' }),
    find(USERS_TABLE, { userKey: `${companyId}#id#${id}` }),
    findOpen(companyUser, at),
  ]);
  if (!client.Item?.['enabled']) return answer(401, { message: 'Who are you?' });
  if (!user.Item) return answer(404, { message: 'No such user.' });
  const { requestId } = requestContext;
  const receivedAt = Date.now();
  const origin = { at, clientId, requestId };
  const record = { ...origin, receivedAt, checkinId: requestId, notify: notify === true };
  const bookings = (open.Items ?? []).map(({ bookingId }) => ({ bookingId, result: 'checked_in' }));
  const [counts] = await Promise.all([
    Promise.all(bookings.map(({ bookingId }) => checkIn({ companyUser, bookingId }, record))),
    addToLog(companyId, receivedAt, { ...origin, companyUser, bookings }),
  ]);
  const checkinCount = counts.reduce((sum, count) => sum + count, 0);
  return answer(200, { message: `Checked in to ${checkinCount} bookings.`, checkinCount });
};
