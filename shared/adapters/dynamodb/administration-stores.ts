import type { Retention } from '../../domain/retention.ts';
import { makeLogStore } from './log-store.ts';
import { makeApiClientRegistry } from './api-client-store.ts';
import { makeToAuditWrites } from './audit-log.ts';
import { makeBookingStore } from './booking-store.ts';
import type { Database } from './database.ts';
import { makeDeviceStore } from './device-store.ts';
import { makeMemberStore } from './member-store.ts';
import { makeUserStore } from './user-store.ts';
import { makeUserSearchIndex } from './user-search-index.ts';

export const administrationTables = [
  'apiClients',
  'users',
  'bookings',
  'checkinLog',
  'auditLog',
  'auditDetails',
  'members',
] as const;

/** The stores of the console's API and the command line. Their changes are audited. */
export const openAdministrationStores = (
  database: Database,
  tables: Readonly<Record<(typeof administrationTables)[number], string>>,
  retention: Retention,
) => {
  const toAuditWrites = makeToAuditWrites(tables, retention.adminLogDays);
  return {
    apiClients: makeApiClientRegistry(database, tables, retention.adminLogDays),
    users: makeUserStore(database, tables.users, toAuditWrites),
    searchIndex: makeUserSearchIndex(database, tables.users),
    devices: makeDeviceStore(database, tables.users, toAuditWrites),
    bookings: makeBookingStore(database, tables.bookings, retention.retentionDays, toAuditWrites),
    log: makeLogStore(database, tables, retention),
    members: makeMemberStore(database, tables, retention.adminLogDays),
  };
};
