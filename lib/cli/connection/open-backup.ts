import { makeFindRemoved, makeListAdminEntries } from '../../../shared/adapters/dynamodb/admin-history.ts';
import { makeApiClientRegistry } from '../../../shared/adapters/dynamodb/api-client-store.ts';
import { makeBookingStore } from '../../../shared/adapters/dynamodb/booking-store.ts';
import { readCopiedItem } from '../../../shared/adapters/dynamodb/copied-item.ts';
import type { Database } from '../../../shared/adapters/dynamodb/database.ts';
import { makeDeviceStore } from '../../../shared/adapters/dynamodb/device-store.ts';
import { readItemLine, toItemLine } from '../../../shared/adapters/dynamodb/item-line.ts';
import { makeItemRestore } from '../../../shared/adapters/dynamodb/item-restore.ts';
import { makeTableScan } from '../../../shared/adapters/dynamodb/table-scan.ts';
import { makeTokenFamilyStore } from '../../../shared/adapters/dynamodb/token-family-store.ts';
import { makeCreateUser } from '../../../shared/adapters/dynamodb/user-restore.ts';
import { makeUserStore } from '../../../shared/adapters/dynamodb/user-store.ts';
import type { Retention } from '../../../shared/domain/retention.ts';
import { restorableTableIds } from '../../../shared/domain/table-copy.ts';
import type { TableId } from '../../../shared/tables.ts';
import type { BackupAccess } from '../stores.ts';

export const openBackup = (
  database: Database,
  tableNames: Readonly<Record<TableId, string>>,
  retention: Retention,
): BackupAccess => {
  const { retentionDays } = retention;
  return {
    restore: {
      readItem: readCopiedItem,
      itemsOf: makeItemRestore(database, tableNames, retentionDays),
      apiClients: makeApiClientRegistry(database, tableNames, retention.adminLogDays),
      listAdminEntries: makeListAdminEntries(database, tableNames.auditLog),
      families: makeTokenFamilyStore(database, tableNames.apiClients),
      users: makeUserStore(database, tableNames.users),
      devices: makeDeviceStore(database, tableNames.users),
      createUser: makeCreateUser(database, tableNames.users),
      findRemoved: makeFindRemoved(database, tableNames),
      bookings: makeBookingStore(database, tableNames.bookings, retentionDays),
      retentionDays,
    },
    nameOf: (table) => tableNames[restorableTableIds[table]],
    openTable: (name) => makeTableScan(database, name),
    readLine: readItemLine,
    toLine: toItemLine,
  };
};
