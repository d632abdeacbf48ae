import { makeApiClientRegistry } from '../../../shared/adapters/dynamodb/api-client-store.ts';
import { makeBookingStore } from '../../../shared/adapters/dynamodb/booking-store.ts';
import type { Database } from '../../../shared/adapters/dynamodb/database.ts';
import { makeDeviceStore } from '../../../shared/adapters/dynamodb/device-store.ts';
import { makeTableScan, readItemLine, toItemLine } from '../../../shared/adapters/dynamodb/table-copy.ts';
import { makeRestoreStore } from '../../../shared/adapters/dynamodb/restore-store.ts';
import { makeUserStore } from '../../../shared/adapters/dynamodb/user-store.ts';
import type { Retention } from '../../../shared/domain/retention.ts';
import type { RestoreStores } from '../../../shared/domain/restore.ts';
import { restorableTableIds, type RestorableTable } from '../../../shared/domain/table-copy.ts';
import type { TableId } from '../../../shared/tables.ts';

export const openBackup = (
  database: Database,
  tableNames: Readonly<Record<TableId, string>>,
  { retentionDays, adminLogDays }: Retention,
) => {
  const restore: RestoreStores = {
    ...makeRestoreStore(database, tableNames, retentionDays),
    apiClients: makeApiClientRegistry(database, tableNames, adminLogDays),
    users: makeUserStore(database, tableNames.users),
    devices: makeDeviceStore(database, tableNames.users),
    bookings: makeBookingStore(database, tableNames.bookings, retentionDays),
  };
  return {
    restore,
    /** Returns the name of the table that the service uses, as opposed to a copy. */
    nameOf: (table: RestorableTable): string => tableNames[restorableTableIds[table]],
    openTable: (name: string) => makeTableScan(database, name),
    readLine: readItemLine,
    toLine: toItemLine,
  };
};

export type BackupAccess = ReturnType<typeof openBackup>;
