import { checkin } from '../../../../functions/checkin/checkin.ts';
import { makeApiClientStore } from '../../../../shared/adapters/dynamodb/api-client-store.ts';
import { makeBookingStore } from '../../../../shared/adapters/dynamodb/booking-store.ts';
import { makeCheckinAttemptStore } from '../../../../shared/adapters/dynamodb/checkin-attempt-store.ts';
import { connectDatabase } from '../../../../shared/adapters/dynamodb/database.ts';
import {
  connectSecrets,
  makeSigningKeys,
  makeVersionReader,
} from '../../../../shared/adapters/secrets-manager/signing-keys.ts';
import { makeAccessTokenVerifier } from '../../../../shared/adapters/jwt/token-verifier.ts';
import { makeUserStore } from '../../../../shared/adapters/dynamodb/user-store.ts';
import { ServiceError } from '../../../../shared/domain/service-error.ts';
import { answerError, type Answer } from '../../../../shared/http/response.ts';
import type { ApiRequest } from '../../../../shared/http/api-request.ts';
import { chooseLanguage } from '../../../../shared/http/choose-language.ts';
import { makeRecorder } from '../../../../shared/http/request-log.ts';
import { joinReports, type Report } from '../../../../shared/http/log-details.ts';
import { readSettings } from '../../../../shared/settings.ts';

/**
 * What each framework's version of the check-in function has in common with the service's: all of it but the HTTP, which
 * is the framework's part.
 */
const settings = readSettings(process.env, [
  'apiClientsTable',
  'usersTable',
  'bookingsTable',
  'checkinAttemptsTable',
  'accessKeySecret',
  'tokenIssuer',
  'accessTokenSeconds',
]);

const database = connectDatabase().withSignal();
const record = makeRecorder();
const stores = {
  clients: makeApiClientStore(database, settings.apiClientsTable),
  users: makeUserStore(database, settings.usersTable),
  bookings: makeBookingStore(database, settings.bookingsTable),
  attempts: makeCheckinAttemptStore(database, settings.checkinAttemptsTable),
};
const verify = makeAccessTokenVerifier(makeSigningKeys(makeVersionReader(connectSecrets(), settings.accessKeySecret)), {
  tokenIssuer: settings.tokenIssuer,
  lifetimeSeconds: settings.accessTokenSeconds,
});

/** A request as a framework gives it. */
export interface PlainRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
  readonly requestId: string;
}

const toApiRequest = ({ headers, body, requestId }: PlainRequest): ApiRequest =>
  ({ headers, body, requestContext: { requestId } }) as unknown as ApiRequest;

/** How frameworks say that a body is no JSON. */
const isParserRefusal = (error: unknown): boolean => {
  const { status, statusCode } = error as { status?: number; statusCode?: number };
  return error instanceof SyntaxError || status === 400 || statusCode === 400;
};

const toServiceError = (error: unknown): unknown =>
  !(error instanceof ServiceError) && isParserRefusal(error)
    ? new ServiceError('invalid_body', 'no JSON', { cause: error })
    : error;

/** Checks in. @throws whatever the service's own operation throws. */
export const performCheckin = async (request: PlainRequest): Promise<Answer> => {
  let report: Report = {};
  const log = (more: Report): void => {
    report = joinReports(report, more);
  };
  const answer = await checkin(toApiRequest(request), { ...stores, verify, log, now: Date.now });
  const { requestId } = request;
  record({ requestId, sourceIp: '', operation: 'checkin', statusCode: answer.statusCode, report });
  return answer;
};

/** What to answer when {@link performCheckin}, or the framework before it, threw. */
export const answerFailure = (error: unknown, { headers, requestId }: Omit<PlainRequest, 'body'>): Answer => {
  const failure = toServiceError(error);
  const answer = answerError(failure, requestId, chooseLanguage({ headers: headers as Record<string, string> }));
  const { statusCode } = answer;
  record({ requestId, sourceIp: '', operation: 'checkin', statusCode, report: {}, error: failure });
  return answer;
};
