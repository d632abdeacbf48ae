import { makeEraseEntries } from '../../shared/adapters/dynamodb/log-store.ts';
import { makeClientAccessReader } from '../../shared/adapters/dynamodb/client-access-reader.ts';
import { makeAuditLog, makeToAuditWrites } from '../../shared/adapters/dynamodb/audit-log.ts';
import { makeRecordPartEnd, makeImportLog } from '../../shared/adapters/dynamodb/import-log.ts';
import { makeBookingStore } from '../../shared/adapters/dynamodb/booking-store.ts';
import { connectDatabase } from '../../shared/adapters/dynamodb/connect-database.ts';
import { makeUserStore } from '../../shared/adapters/dynamodb/user-store.ts';
import { accessTokenSettings, connectAccessTokenVerifier } from '../../shared/adapters/jwt/connect-access-tokens.ts';
import { makeApiFunction } from '../../shared/http/api-function.ts';
import { authorizeBearer } from '../../shared/http/api-request.ts';
import { syncDeadline } from '../../shared/rules/deadline.ts';
import { MAX_LIST_BODY_BYTES } from '../../shared/rules/fields.ts';
import { routeKeyOf } from '../../shared/routes.ts';
import { readSettings, readTableNames } from '../../shared/settings.ts';
import { auditImport } from '../../shared/use-cases/import/audit-import.ts';
import { makeBookingImporter } from '../../shared/use-cases/import/booking-records.ts';
import { makeAuditedUserImporter } from '../../shared/use-cases/import/user-records.ts';
import { readBookings, sync } from './sync.ts';

const settings = readSettings(process.env, [...accessTokenSettings, 'adminLogDays', 'retentionDays']);
const logTables = readTableNames(process.env, ['checkinLog', 'auditLog', 'auditDetails']);
const tables = readTableNames(process.env, ['apiClients', 'users', 'bookings']);

const toAuditWrites = makeToAuditWrites(logTables, settings.adminLogDays);

const connection = connectDatabase();
const verify = connectAccessTokenVerifier(connection, settings);
const authorize = authorizeBearer(verify);
/** Without the signal of a request, because an import that was aborted is recorded too. */
const recordPartEnd = makeRecordPartEnd(connection.withSignal(), logTables, settings.adminLogDays);

/** POST /sync/users, POST /sync/bookings and POST /sync/bookings/read. */
export const handler = makeApiFunction({
  name: 'sync',
  deadline: syncDeadline,
  authorize,
  maxBodyBytes: MAX_LIST_BODY_BYTES,
  operation: (request, { signal, log: addToLogLine, caller }) => {
    const database = connection.withSignal(signal);
    const users = makeUserStore(database, tables.users, toAuditWrites);
    const bookings = makeBookingStore(database, tables.bookings, settings.retentionDays, toAuditWrites);
    const clients = makeClientAccessReader(database, tables.apiClients);
    if (request.routeKey === routeKeyOf('readBookings'))
      return readBookings(request, { caller, clients, bookings, users, now: Date.now, log: addToLogLine });
    return sync(request, {
      caller,
      clients,
      importerFor: ({ clientId, companyId }) => {
        const { requestId } = request.requestContext;
        const log = {
          ...makeAuditLog(database, logTables, settings.adminLogDays),
          ...makeImportLog(database, logTables, settings.adminLogDays),
          erase: makeEraseEntries(database, logTables),
          recordPartEnd,
        };
        const actor = { through: 'sync', id: clientId } as const;
        const context = { log, actor, requestId, now: Date.now };
        const isUsers = request.routeKey === routeKeyOf('syncUsers');
        const importer = isUsers
          ? makeAuditedUserImporter({ ...context, users, bookings, importId: requestId }, companyId)
          : makeBookingImporter({ users, bookings, now: Date.now, by: context }, { companyId });
        const action = isUsers ? 'users.sync' : 'bookings.sync';
        return auditImport(context, importer, { action, importId: requestId, part: 0 });
      },
      log: addToLogLine,
    });
  },
});
