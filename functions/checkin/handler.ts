import { makeCheckinLog } from '../../shared/adapters/dynamodb/activity-log-store.ts';
import { makeApiClientStore } from '../../shared/adapters/dynamodb/api-client-store.ts';
import { makeBookingCheckins } from '../../shared/adapters/dynamodb/booking-checkins.ts';
import { makeCheckinAttemptStore } from '../../shared/adapters/dynamodb/checkin-attempt-store.ts';
import { connectDatabase } from '../../shared/adapters/dynamodb/database.ts';
import {
  connectSecrets,
  makeSigningKeys,
  makeVersionReader,
} from '../../shared/adapters/secrets-manager/signing-keys.ts';
import { makeAccessTokenVerifier } from '../../shared/adapters/jwt/token-verifier.ts';
import { makeUserReader } from '../../shared/adapters/dynamodb/user-reader.ts';
import { makeApiFunction } from '../../shared/http/api-function.ts';
import { makeRequestLog } from '../../shared/http/request-log.ts';
import { MAX_BODY_BYTES } from '../../shared/http/read-body.ts';
import { readSettings } from '../../shared/settings.ts';
import { makeLogWriter } from '../../shared/use-cases/checkin/log-writer.ts';
import { checkin } from './checkin.ts';

const settings = readSettings(process.env, [
  'apiClientsTable',
  'usersTable',
  'bookingsTable',
  'checkinAttemptsTable',
  'activityLogTable',
  'checkinLogDays',
  'accessKeySecret',
  'tokenIssuer',
  'accessTokenSeconds',
]);

const connection = connectDatabase();
const verify = makeAccessTokenVerifier(makeSigningKeys(makeVersionReader(connectSecrets(), settings.accessKeySecret)), {
  tokenIssuer: settings.tokenIssuer,
  lifetimeSeconds: settings.accessTokenSeconds,
});

export const handler = makeApiFunction({
  name: 'checkin',
  record: makeRequestLog(),
  maxBodyBytes: MAX_BODY_BYTES,
  operation: (request, { signal, log }) => {
    const database = connection.withSignal(signal);
    // Of its own: a request that fails leaves its log entry after its other calls have ended.
    const logCalls = new AbortController();
    return checkin(request, {
      verify,
      clients: makeApiClientStore(database, settings.apiClientsTable),
      users: makeUserReader(database, settings.usersTable),
      bookings: makeBookingCheckins(database, settings.bookingsTable),
      attempts: makeCheckinAttemptStore(database, settings.checkinAttemptsTable),
      logWriter: makeLogWriter(
        makeCheckinLog(connection.withSignal(logCalls.signal), settings.activityLogTable, settings.checkinLogDays),
        { onFailed: () => log({ counts: { ActivityLogFailed: 1 } }), abandon: () => logCalls.abort() },
      ),
      log,
      now: Date.now,
    });
  },
});
