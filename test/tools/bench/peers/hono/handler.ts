import { Hono } from 'hono';
import { handle, type LambdaContext, type LambdaEvent } from 'hono/aws-lambda';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { checkin } from '../../../../../functions/checkin/checkin.ts';
import { makeClientAccessReader } from '../../../../../shared/adapters/dynamodb/client-access.ts';
import { makeBookingCheckins } from '../../../../../shared/adapters/dynamodb/booking-checkins.ts';
import { makeCheckinAttemptStore } from '../../../../../shared/adapters/dynamodb/checkin-attempt-store.ts';
import { makeCheckinLog } from '../../../../../shared/adapters/dynamodb/checkin-log.ts';
import { connectDatabase } from '../../../../../shared/adapters/dynamodb/connect-database.ts';
import { makeUserReader } from '../../../../../shared/adapters/dynamodb/user-reader.ts';
import {
  accessTokenSettings,
  connectAccessTokenVerifier,
} from '../../../../../shared/adapters/jwt/connect-access-tokens.ts';
import { ServiceError } from '../../../../../shared/domain/service-error.ts';
import type { ApiRequest } from '../../../../../shared/http/api-request.ts';
import { chooseLanguage } from '../../../../../shared/http/choose-language.ts';
import { makeRequestLog } from '../../../../../shared/http/request-log.ts';
import { toErrorResponse } from '../../../../../shared/http/response.ts';
import { routes } from '../../../../../shared/routes.ts';
import { readSettings } from '../../../../../shared/settings.ts';
import { makeLogWriter } from '../../../../../shared/use-cases/checkin/log-writer.ts';

/** The service's own check-in with hono as its HTTP layer. */
const settings = readSettings(process.env, [
  ...accessTokenSettings,
  'apiClientsTable',
  'usersTable',
  'bookingsTable',
  'checkinAttemptsTable',
  'checkinLogTable',
  'checkinLogDays',
]);

const connection = connectDatabase();
const database = connection.withSignal();
const record = makeRequestLog();
const dependencies = {
  verify: connectAccessTokenVerifier(connection, settings),
  clients: makeClientAccessReader(database, settings.apiClientsTable),
  users: makeUserReader(database, settings.usersTable),
  bookings: makeBookingCheckins(database, settings.bookingsTable),
  attempts: makeCheckinAttemptStore(database, settings.checkinAttemptsTable),
  logWriter: makeLogWriter(
    makeCheckinLog(connection, settings.checkinLogTable, settings.checkinLogDays),
    () => undefined,
  ),
  log: () => undefined,
  now: Date.now,
};

const app = new Hono<{ Bindings: { event: LambdaEvent; lambdaContext: LambdaContext } }>();
app.post(routes.checkin.path, async (context) => {
  const { req, env } = context;
  const { requestContext } = env.event as unknown as ApiRequest;
  const request = { headers: req.header(), body: await req.json(), requestContext } as unknown as ApiRequest;
  const { statusCode, body, headers } = await checkin(request, dependencies);
  record({ requestId: requestContext.requestId, sourceIp: '', operation: 'checkin', statusCode, details: {} });
  return context.json(body, statusCode as ContentfulStatusCode, { ...headers });
});
app.onError((error, context) => {
  const failure = error instanceof SyntaxError ? new ServiceError('invalid_body', 'no JSON') : error;
  const { statusCode, body, headers } = toErrorResponse(failure, '', chooseLanguage({ headers: {} }));
  return context.json(body, statusCode as ContentfulStatusCode, { ...headers });
});

export const handler = handle(app);
