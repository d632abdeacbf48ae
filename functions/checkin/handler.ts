import { makeCheckinLog } from '../../shared/adapters/dynamodb/checkin-log.ts';
import { makeClientAccessReader } from '../../shared/adapters/dynamodb/client-access.ts';
import { makeBookingCheckins } from '../../shared/adapters/dynamodb/booking-checkins.ts';
import { makeCheckinAttemptStore } from '../../shared/adapters/dynamodb/checkin-attempt-store.ts';
import { connectDatabase } from '../../shared/adapters/dynamodb/connect-database.ts';
import { makeUserReader } from '../../shared/adapters/dynamodb/user-reader.ts';
import { accessTokenSettings, connectAccessTokenVerifier } from '../../shared/adapters/jwt/connect-access-tokens.ts';
import { makeApiFunction } from '../../shared/http/api-function.ts';
import { makeRequestLog } from '../../shared/http/request-log.ts';
import { MAX_BODY_BYTES } from '../../shared/rules/sizes.ts';
import { readSettings } from '../../shared/settings.ts';
import { makeLogWriter } from '../../shared/use-cases/checkin/log-writer.ts';
import { checkin } from './checkin.ts';

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
const verify = connectAccessTokenVerifier(connection, settings);
const activityLog = makeCheckinLog(connection, settings.checkinLogTable, settings.checkinLogDays);

export const handler = makeApiFunction({
  name: 'checkin',
  record: makeRequestLog(),
  maxBodyBytes: MAX_BODY_BYTES,
  operation: (request, { signal, log }) => {
    const database = connection.withSignal(signal);
    return checkin(request, {
      verify,
      clients: makeClientAccessReader(database, settings.apiClientsTable),
      users: makeUserReader(database, settings.usersTable),
      bookings: makeBookingCheckins(database, settings.bookingsTable),
      attempts: makeCheckinAttemptStore(database, settings.checkinAttemptsTable),
      logWriter: makeLogWriter(activityLog, () => log({ counts: { ActivityLogFailed: 1 } })),
      log,
      now: Date.now,
    });
  },
});
