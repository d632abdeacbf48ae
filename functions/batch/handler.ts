import { makeCheckinLog } from '../../shared/adapters/dynamodb/activity-log-store.ts';
import { makeApiClientStore } from '../../shared/adapters/dynamodb/api-client-store.ts';
import { makeBookingCheckins } from '../../shared/adapters/dynamodb/booking-checkins.ts';
import { makeCheckinAttemptStore } from '../../shared/adapters/dynamodb/checkin-attempt-store.ts';
import { connectDatabase } from '../../shared/adapters/dynamodb/database.ts';
import { makeUserStore } from '../../shared/adapters/dynamodb/user-store.ts';
import { makeAccessTokenVerifier } from '../../shared/adapters/jwt/token-verifier.ts';
import {
  connectSecrets,
  makeSigningKeys,
  makeVersionReader,
} from '../../shared/adapters/secrets-manager/signing-keys.ts';
import { makeApiFunction } from '../../shared/http/api-function.ts';
import { MAX_BATCH_BODY_BYTES } from '../../shared/http/read-body.ts';
import { makeRequestLog } from '../../shared/http/request-log.ts';
import { readSettings } from '../../shared/settings.ts';
import { checkinBatch } from './batch.ts';

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
  name: 'batch',
  record: makeRequestLog(),
  maxBodyBytes: MAX_BATCH_BODY_BYTES,
  operation: (request, { signal, log }) => {
    const database = connection.withSignal(signal);
    // Of its own: log entries are written after the other calls have ended.
    const logCalls = new AbortController();
    return checkinBatch(request, {
      verify,
      clients: makeApiClientStore(database, settings.apiClientsTable),
      users: makeUserStore(database, settings.usersTable),
      bookings: makeBookingCheckins(database, settings.bookingsTable),
      attempts: makeCheckinAttemptStore(database, settings.checkinAttemptsTable),
      activityLog: makeCheckinLog(
        connection.withSignal(logCalls.signal),
        settings.activityLogTable,
        settings.checkinLogDays,
      ),
      logOptions: {
        onFailed: () => log({ counts: { ActivityLogFailed: 1 } }),
        abandon: () => logCalls.abort(),
      },
      log,
      now: Date.now,
    });
  },
});
