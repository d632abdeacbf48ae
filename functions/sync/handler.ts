import { makeActivityLogStore } from '../../shared/adapters/dynamodb/activity-log-store.ts';
import { makeApiClientStore } from '../../shared/adapters/dynamodb/api-client-store.ts';
import { makeBookingStore } from '../../shared/adapters/dynamodb/booking-store.ts';
import { connectDatabase } from '../../shared/adapters/dynamodb/connect-database.ts';
import { makeUserStore } from '../../shared/adapters/dynamodb/user-store.ts';
import { accessTokenSettings, connectAccessTokenVerifier } from '../../shared/adapters/jwt/connect-access-tokens.ts';
import { makeApiFunction } from '../../shared/http/api-function.ts';
import { syncDeadline } from '../../shared/http/deadline.ts';
import { MAX_LIST_BODY_BYTES } from '../../shared/rules/sizes.ts';
import { makeRequestLog } from '../../shared/http/request-log.ts';
import { routeKeyOf } from '../../shared/routes.ts';
import { readSettings } from '../../shared/settings.ts';
import { makeBookingImporter } from '../../shared/use-cases/import/booking-importer.ts';
import { makeRemoveUser } from '../../shared/use-cases/import/remove-imported-user.ts';
import { makeUserImporter } from '../../shared/use-cases/import/user-records.ts';
import { readBookings } from './read-bookings.ts';
import { sync } from './sync.ts';

const settings = readSettings(process.env, [
  ...accessTokenSettings,
  'apiClientsTable',
  'usersTable',
  'bookingsTable',
  'checkinLogTable',
  'auditLogTable',
  'auditDetailsTable',
  'checkinLogDays',
  'adminLogDays',
  'retentionDays',
]);
const logTables = {
  checkinLog: settings.checkinLogTable,
  auditLog: settings.auditLogTable,
  auditDetails: settings.auditDetailsTable,
};

const connection = connectDatabase();
const verify = connectAccessTokenVerifier(connection, settings);

/** POST /sync/users, POST /sync/bookings and POST /sync/bookings/read. */
export const handler = makeApiFunction({
  name: 'sync',
  record: makeRequestLog(),
  maxBodyBytes: MAX_LIST_BODY_BYTES,
  deadline: syncDeadline,
  operation: (request, { signal, log }) => {
    const database = connection.withSignal(signal);
    const users = makeUserStore(database, settings.usersTable);
    const bookings = makeBookingStore(database, settings.bookingsTable, settings.retentionDays);
    const clients = makeApiClientStore(database, settings.apiClientsTable);
    if (request.routeKey === routeKeyOf('readBookings'))
      return readBookings(request, { verify, clients, bookings, now: Date.now, log });
    return sync(request, {
      verify,
      clients,
      importerFor: ({ clientId, companyId }) => {
        if (request.routeKey !== routeKeyOf('syncUsers')) {
          return makeBookingImporter({ users, bookings, now: Date.now }, { companyId });
        }
        const removeUser = makeRemoveUser({
          users,
          bookings,
          log: makeActivityLogStore(database, logTables, settings),
          actor: { through: 'sync', id: clientId },
          now: Date.now,
        });
        return makeUserImporter({ users, removeUser }, companyId);
      },
      log,
    });
  },
});
