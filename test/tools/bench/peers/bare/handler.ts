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
import { importJWK, jwtVerify } from 'jose';

/**
 * A check-in without a framework: the same calls to the SDK as the service, and no other package except jose to verify tokens.
 * This is the least that can be deployed. It accepts only an `id`. It has no deadline, no languages and no Idempotency-Key, and
 * does not retry a lost write.
 */
const { API_CLIENTS_TABLE, USERS_TABLE, BOOKINGS_TABLE, CHECKIN_LOG_TABLE, SIGNING_KEYS_TABLE } = process.env;
const { TOKEN_ISSUER = '', CHECKIN_LOG_DAYS = '' } = process.env;
const LONGEST_PERIOD_MILLISECONDS = 72 * 60 * 60_000;

const database = DynamoDBDocumentClient.from(new DynamoDBClient({}));

interface Claims {
  readonly sub?: string;
  readonly exp?: number;
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

/** Caches the last verified token, because the service also verifies each token only once. */
let last: { readonly authorization: string; readonly claims: Claims } | undefined;

const verify = async (authorization: string): Promise<Claims | undefined> => {
  if (last?.authorization === authorization && (last.claims.exp ?? 0) * 1_000 > Date.now()) return last.claims;
  try {
    keys ??= readKeys();
    const known = await keys;
    const findKey = ({ kid = '' }) => known.get(kid) as CryptoKey;
    const options = { algorithms: ['EdDSA'], issuer: TOKEN_ISSUER };
    const { payload } = await jwtVerify<Claims>(authorization.replace(/^Bearer /, ''), findKey, options);
    last = { authorization, claims: payload };
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

interface LogEntry {
  readonly companyUser: string;
  readonly receivedAt: number;
  readonly requestId: string;
  readonly bookings: readonly object[];
}

const addToLog = (logEntry: LogEntry) => {
  const { companyUser, receivedAt, requestId } = logEntry;
  const Item = {
    ...logEntry,
    kind: 'checkin',
    identifiers: {},
    statusCode: 200,
    entry: `${new Date(receivedAt).toISOString()}#${requestId}`,
    companyLog: `${companyUser.split('#', 1)[0]}#log`,
    expiresAtSeconds: Math.ceil(receivedAt / 1_000) + Number(CHECKIN_LOG_DAYS) * 86_400,
  };
  return database.send(new PutCommand({ TableName: CHECKIN_LOG_TABLE, Item }));
};

interface Answer {
  readonly statusCode: number;
  readonly body: object;
}

const answer = (statusCode: number, body: object): Answer => ({ statusCode, body: { statusCode, ...body } });

interface Input {
  readonly id?: unknown;
  readonly date?: string;
  readonly notify?: boolean;
}

/** @param input the parsed body; undefined if it is not JSON */
const respond = async (authorization = '', input: Input | undefined, requestId: string): Promise<Answer> => {
  const claims = await verify(authorization);
  if (!claims) return answer(401, { message: 'Who are you?' });
  if (!input || !Number.isSafeInteger(input.id)) return answer(400, { message: 'Send an id.' });
  const receivedAt = Date.now();
  const at = input.date === undefined ? receivedAt : Date.parse(input.date);
  const companyUser = `${claims.company_id}#${input.id}`;
  const [client, user, open] = await Promise.all([
    find(API_CLIENTS_TABLE, { clientId: claims.sub, item: 'access' }, true),
    find(USERS_TABLE, { userKey: `${claims.company_id}#id#${input.id}` }),
    findOpen(companyUser, at),
  ]);
  if (!client.Item?.['enabled']) return answer(401, { message: 'Who are you?' });
  if (!user.Item) return answer(404, { message: 'No such user.' });
  const origin = { at, receivedAt, clientId: claims.sub, requestId };
  const record = { ...origin, checkinId: requestId, notify: input.notify === true };
  const bookings = (open.Items ?? []).map(({ bookingId }) => ({ bookingId, result: 'checked_in' }));
  const [counts] = await Promise.all([
    Promise.all(bookings.map(({ bookingId }) => checkIn({ companyUser, bookingId }, record))),
    addToLog({ ...origin, companyUser, bookings }),
  ]);
  const checkinCount = counts.reduce((sum, count) => sum + count, 0);
  return answer(200, { message: `Checked in to ${checkinCount} bookings.`, checkinCount });
};

const parse = (body = ''): Input | undefined => {
  try {
    return JSON.parse(body) as Input;
  } catch {
    return undefined;
  }
};

export const handler = async ({ headers, body, requestContext }: APIGatewayProxyEventV2) => {
  const { statusCode, body: sent } = await respond(headers['authorization'], parse(body), requestContext.requestId);
  return { statusCode, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(sent) };
};
