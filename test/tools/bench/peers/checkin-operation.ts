import { checkin } from '../../../../functions/checkin/checkin.ts';
import { makeCheckinLog } from '../../../../shared/adapters/dynamodb/checkin-log.ts';
import { makeApiClientStore } from '../../../../shared/adapters/dynamodb/api-client-store.ts';
import { makeBookingCheckins } from '../../../../shared/adapters/dynamodb/booking-checkins.ts';
import { makeCheckinAttemptStore } from '../../../../shared/adapters/dynamodb/checkin-attempt-store.ts';
import { connectDatabase } from '../../../../shared/adapters/dynamodb/connect-database.ts';
import {
  accessTokenSettings,
  connectAccessTokenVerifier,
} from '../../../../shared/adapters/jwt/connect-access-tokens.ts';
import { makeUserReader } from '../../../../shared/adapters/dynamodb/user-reader.ts';
import { ServiceError } from '../../../../shared/domain/service-error.ts';
import { toErrorResponse, type HttpResponse } from '../../../../shared/http/response.ts';
import type { ApiRequest } from '../../../../shared/http/api-request.ts';
import { chooseLanguage } from '../../../../shared/http/choose-language.ts';
import { mergeLogDetails, type LogDetails } from '../../../../shared/http/log-details.ts';
import { makeRequestLog } from '../../../../shared/http/request-log.ts';
import { readSettings } from '../../../../shared/settings.ts';
import { makeLogWriter } from '../../../../shared/use-cases/checkin/log-writer.ts';

/** The part that the frameworks' versions of the check-in function share with the service: everything except the HTTP layer. */
const settings = readSettings(process.env, [
  'apiClientsTable',
  'usersTable',
  'bookingsTable',
  'checkinAttemptsTable',
  'checkinLogTable',
  'checkinLogDays',
  ...accessTokenSettings,
]);

const connection = connectDatabase();
const database = connection.withSignal();
const record = makeRequestLog();
const checkinLog = makeCheckinLog(connection, settings.checkinLogTable, settings.checkinLogDays);
const stores = {
  clients: makeApiClientStore(database, settings.apiClientsTable),
  users: makeUserReader(database, settings.usersTable),
  bookings: makeBookingCheckins(database, settings.bookingsTable),
  attempts: makeCheckinAttemptStore(database, settings.checkinAttemptsTable),
};
const verify = connectAccessTokenVerifier(connection, settings);

/** A request from a framework. */
export interface PlainRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
  readonly requestId: string;
}

const toApiRequest = ({ headers, body, requestId }: PlainRequest): ApiRequest =>
  ({ headers, body, requestContext: { requestId } }) as unknown as ApiRequest;

/** How frameworks report a body that is not JSON. */
const isParserRefusal = (error: unknown): boolean => {
  const { status, statusCode } = error as { status?: number; statusCode?: number };
  return error instanceof SyntaxError || status === 400 || statusCode === 400;
};

const toServiceError = (error: unknown): unknown =>
  !(error instanceof ServiceError) && isParserRefusal(error)
    ? new ServiceError('invalid_body', 'no JSON', { cause: error })
    : error;

/** Checks in. @throws the same errors as the service's own operation */
export const performCheckin = async (request: PlainRequest): Promise<HttpResponse> => {
  let details: LogDetails = {};
  const log = (more: LogDetails): void => {
    details = mergeLogDetails(details, more);
  };
  const logWriter = makeLogWriter(checkinLog, () => undefined);
  const response = await checkin(toApiRequest(request), { ...stores, logWriter, verify, log, now: Date.now });
  const { requestId } = request;
  record({ requestId, sourceIp: '', operation: 'checkin', statusCode: response.statusCode, details });
  return response;
};

/** The response if {@link performCheckin} or the framework threw an error. */
export const toFailureResponse = (error: unknown, { headers, requestId }: Omit<PlainRequest, 'body'>): HttpResponse => {
  const failure = toServiceError(error);
  const response = toErrorResponse(failure, requestId, chooseLanguage({ headers: headers as Record<string, string> }));
  const { statusCode } = response;
  record({ requestId, sourceIp: '', operation: 'checkin', statusCode, details: {}, error: failure });
  return response;
};
