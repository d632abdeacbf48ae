import { makeApiClientRegistry } from '../../../shared/adapters/dynamodb/api-client-store.ts';
import { makeBookingStore } from '../../../shared/adapters/dynamodb/booking-store.ts';
import type { Database } from '../../../shared/adapters/dynamodb/database.ts';
import { makeDeviceStore } from '../../../shared/adapters/dynamodb/device-store.ts';
import { makeTableScan, readItemLine, toItemLine } from '../../../shared/adapters/dynamodb/table-copy.ts';
import { makeRestoreStore } from '../../../shared/adapters/dynamodb/restore-store.ts';
import { makeUserStore } from '../../../shared/adapters/dynamodb/user-store.ts';
import type { Retention } from '../../../shared/domain/retention.ts';
import { restorableTableIds } from '../../../shared/domain/table-copy.ts';
import type { TableId } from '../../../shared/tables.ts';
import type { BackupAccess } from '../stores.ts';

export const openBackup = (
  database: Database,
  tableNames: Readonly<Record<TableId, string>>,
  { retentionDays, adminLogDays }: Retention,
): BackupAccess => ({
  restore: {
    ...makeRestoreStore(database, tableNames, retentionDays),
    apiClients: makeApiClientRegistry(database, tableNames, adminLogDays),
    users: makeUserStore(database, tableNames.users),
    devices: makeDeviceStore(database, tableNames.users),
    bookings: makeBookingStore(database, tableNames.bookings, retentionDays),
  },
  nameOf: (table) => tableNames[restorableTableIds[table]],
  openTable: (name) => makeTableScan(database, name),
  readLine: readItemLine,
  toLine: toItemLine,
});
