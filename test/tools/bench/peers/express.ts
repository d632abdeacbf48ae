import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import jwt from 'jsonwebtoken';
import { listen } from '../../../../lib/local/listen.ts';
import { localTableNames } from '../../../../shared/local-service.ts';
import { defaultLogRetention } from '../../../../shared/settings.ts';
import { serve } from '../harness/serve.ts';

/**
 * The check-in in a simple form with Express, jsonwebtoken and the document client: one step after the other, and
 * the obvious query. It uses the service's own tables and keys, and keeps the same log of check-ins.
 */
const SECRET = 's'.repeat(64);
const database = DynamoDBDocumentClient.from(new DynamoDBClient({}));

interface Claims {
  readonly sub: string;
  readonly company: string;
}

const get = async (TableName: string, Key: Record<string, unknown>, ConsistentRead = false) =>
  (await database.send(new GetCommand({ TableName, Key, ConsistentRead }))).Item;

const authenticate: RequestHandler = async (request, response, next) => {
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  try {
    response.locals['claims'] = jwt.verify(token, SECRET, { algorithms: ['HS256'] });
  } catch {
    response.status(401).json({ statusCode: 401, message: 'Who are you?' });
    return;
  }
  const { sub } = response.locals['claims'] as Claims;
  const client = await get(localTableNames.apiClients, { clientId: sub, item: 'client' }, true);
  if (client?.['enabled']) next();
  else response.status(401).json({ statusCode: 401, message: 'Who are you?' });
};

interface Input {
  readonly id?: unknown;
  readonly uid?: unknown;
  readonly email?: unknown;
  readonly date?: string;
}

const findUser = async (company: string, { id, uid, email }: Input) => {
  if (id !== undefined) return get(localTableNames.users, { userKey: `${company}#id#${id}` });
  const claim = uid === undefined ? `${company}#email#${email}` : `${company}#uid#${uid}`;
  const found = await get(localTableNames.users, { userKey: claim });
  return found && get(localTableNames.users, { userKey: `${company}#id#${found['userId']}` });
};

const findOpen = async (companyUser: string, at: number): Promise<string[]> => {
  const bookingIds: string[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const query = new QueryCommand({
      TableName: localTableNames.bookings,
      IndexName: 'byNoShow',
      KeyConditionExpression: 'companyUser = :companyUser AND noShowAt > :at',
      FilterExpression: 'checkinOpensAt <= :at',
      ExpressionAttributeValues: { ':companyUser': companyUser, ':at': at },
      ExclusiveStartKey,
    });
    const page = await database.send(query);
    bookingIds.push(...(page.Items ?? []).map(({ bookingId }) => bookingId as string));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return bookingIds;
};

const checkIn = async (companyUser: string, bookingId: string, checkin: { at: number }): Promise<boolean> => {
  try {
    await database.send(
      new UpdateCommand({
        TableName: localTableNames.bookings,
        Key: { companyUser, bookingId },
        UpdateExpression: 'SET checkin = :checkin',
        ConditionExpression: 'attribute_not_exists(checkin) AND checkinOpensAt <= :at AND noShowAt > :at',
        ExpressionAttributeValues: { ':checkin': checkin, ':at': checkin.at },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};

interface LogEntry {
  readonly companyId: string;
  readonly clientId: string;
  readonly userId: number;
  readonly at: number;
  readonly receivedAt: number;
  readonly checkinCount: number;
  readonly bookings: readonly { readonly bookingId: string; readonly result: string }[];
}

const DAY_MILLISECONDS = 24 * 60 * 60_000;

/** The response does not wait for it. */
const log = (entry: LogEntry): void => {
  const { companyId, userId, receivedAt } = entry;
  const received = new Date(receivedAt).toISOString();
  const requestId = randomUUID();
  const Item = {
    ...entry,
    kind: 'checkin',
    requestId,
    statusCode: 200,
    companyUser: `${companyId}#${userId}`,
    companyShard: `${companyId}#${userId % 16}`,
    entry: `${received}#${requestId}`,
    expiresAtSeconds: Math.ceil((receivedAt + defaultLogRetention.checkinLogDays * DAY_MILLISECONDS) / 1_000),
  };
  database.send(new PutCommand({ TableName: localTableNames.checkinLog, Item })).catch(console.error);
};

const fail: ErrorRequestHandler = (error: { status?: number }, _request, response, _next) => {
  const statusCode = error.status ?? 500;
  response.status(statusCode).json({ statusCode, message: 'Something is wrong.' });
};

const app = express();
app.use(express.json({ limit: '16kb' }));
app.post('/scheduling/checkin', authenticate, async (request, response) => {
  const { sub, company } = response.locals['claims'] as Claims;
  const input = request.body as Input;
  if (input.id === undefined && input.uid === undefined && input.email === undefined) {
    response.status(400).json({ statusCode: 400, message: 'Send an id, a uid or an email.' });
    return;
  }
  const user = await findUser(company, input);
  if (!user) {
    response.status(404).json({ statusCode: 404, message: 'No such user.' });
    return;
  }
  const receivedAt = Date.now();
  const at = input.date === undefined ? receivedAt : Date.parse(input.date);
  const companyUser = `${company}#${user['id']}`;
  const bookings: { bookingId: string; result: string }[] = [];
  for (const bookingId of await findOpen(companyUser, at)) {
    const isDone = await checkIn(companyUser, bookingId, { at, receivedAt, clientId: sub } as { at: number });
    bookings.push({ bookingId, result: isDone ? 'checked_in' : 'already_checked_in' });
  }
  const checkinCount = bookings.filter(({ result }) => result === 'checked_in').length;
  log({ companyId: company, clientId: sub, userId: user['id'] as number, at, receivedAt, checkinCount, bookings });
  response.json({ statusCode: 200, message: `Checked in on ${checkinCount} bookings.`, checkinCount });
});
/** Prepares what a log-in would return. */
app.post('/auth', (_, response) => {
  const { BENCH_CLIENT_ID: subject = '' } = process.env;
  response.status(201).json({ accessToken: jwt.sign({ company: 'acme' }, SECRET, { subject, expiresIn: '1h' }) });
});
app.use(fail);
serve(await listen(createServer(app), 'PORT', 0));
