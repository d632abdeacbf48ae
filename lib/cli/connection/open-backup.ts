import { makeAdminHistory, makeRemovedUsers } from '../../../shared/adapters/dynamodb/admin-history.ts';
import { makeApiClientRegistry } from '../../../shared/adapters/dynamodb/api-client-store.ts';
import { makeAccessRepair } from '../../../shared/adapters/dynamodb/client-access.ts';
import { makeBookingStore } from '../../../shared/adapters/dynamodb/booking-store.ts';
import { readCopiedItem } from '../../../shared/adapters/dynamodb/copied-item.ts';
import type { Database } from '../../../shared/adapters/dynamodb/database.ts';
import { makeDeviceStore } from '../../../shared/adapters/dynamodb/device-store.ts';
import { readItemLine, toItemLine } from '../../../shared/adapters/dynamodb/item-line.ts';
import { makeItemRestore, prepareBooking } from '../../../shared/adapters/dynamodb/item-restore.ts';
import { makeTableScan } from '../../../shared/adapters/dynamodb/table-scan.ts';
import { makeTokenFamilyStore } from '../../../shared/adapters/dynamodb/token-family-store.ts';
import { makeUserRestore } from '../../../shared/adapters/dynamodb/user-restore.ts';
import { makeUserStore } from '../../../shared/adapters/dynamodb/user-store.ts';
import type { Retention } from '../../../shared/domain/retention.ts';
import type { RestorableTable } from '../../../shared/domain/table-copy.ts';
import { tables, type TableId } from '../../../shared/tables.ts';
import type { BackupAccess } from '../stores.ts';

const tableIds = {
  clients: 'apiClients',
  users: 'users',
  bookings: 'bookings',
  attempts: 'checkinAttempts',
  log: 'checkinLog',
  audit: 'auditLog',
  details: 'auditDetails',
} as const satisfies Record<RestorableTable, TableId>;

export const openBackup = (
  database: Database,
  tableNames: Readonly<Record<TableId, string>>,
  retention: Retention,
): BackupAccess => {
  const { retentionDays } = retention;
  const restoreOf = (id: TableId) => makeItemRestore(database, { table: tableNames[id], definition: tables[id] });
  return {
    restore: {
      apiClients: makeApiClientRegistry(database, tableNames, retention.adminLogDays),
      repairAccess: makeAccessRepair(database, tableNames.apiClients),
      families: makeTokenFamilyStore(database, tableNames.apiClients),
      clientRestore: restoreOf('apiClients'),
      history: makeAdminHistory(database, tableNames.auditLog),
      users: makeUserStore(database, tableNames.users),
      devices: makeDeviceStore(database, tableNames.users),
      userRestore: makeUserRestore(database, tableNames.users),
      ...makeRemovedUsers(database, tableNames),
      bookings: makeBookingStore(database, tableNames.bookings, retentionDays),
      bookingRestore: makeItemRestore(database, {
        table: tableNames.bookings,
        definition: tables.bookings,
        prepare: prepareBooking(retentionDays),
      }),
      attemptRestore: restoreOf('checkinAttempts'),
      logRestore: restoreOf('checkinLog'),
      auditRestore: restoreOf('auditLog'),
      detailsRestore: restoreOf('auditDetails'),
      retentionDays,
      readItem: readCopiedItem,
    },
    nameOf: (table) => tableNames[tableIds[table]],
    openTable: (name) => makeTableScan(database, name),
    readLine: readItemLine,
    toLine: toItemLine,
  };
};
