import type { Settings } from '../settings.ts';
import { makeBookingCheckins } from './dynamodb/booking-checkins.ts';
import { makeCheckinAttemptStore } from './dynamodb/checkin-attempt-store.ts';
import { makeCheckinLog } from './dynamodb/checkin-log.ts';
import { makeClientAccessReader } from './dynamodb/client-access-reader.ts';
import { connectDatabase } from './dynamodb/connect-database.ts';
import { makeUserReader } from './dynamodb/user-reader.ts';
import { accessTokenSettings, connectAccessTokenVerifier } from './jwt/connect-access-tokens.ts';

export const checkinSettings = [
  ...accessTokenSettings,
  'apiClientsTable',
  'usersTable',
  'bookingsTable',
  'checkinAttemptsTable',
  'checkinLogTable',
  'checkinLogDays',
] as const;

export const connectCheckins = (settings: Settings<(typeof checkinSettings)[number]>) => {
  const connection = connectDatabase();
  return {
    verify: connectAccessTokenVerifier(connection, settings),
    checkinLog: makeCheckinLog(connection, settings.checkinLogTable, settings.checkinLogDays),
    storesFor: (signal: AbortSignal) => {
      const database = connection.withSignal(signal);
      return {
        clients: makeClientAccessReader(database, settings.apiClientsTable),
        users: makeUserReader(database, settings.usersTable),
        bookings: makeBookingCheckins(database, settings.bookingsTable),
        attempts: makeCheckinAttemptStore(database, settings.checkinAttemptsTable),
      };
    },
  };
};
