import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { makeLogStore } from '../../shared/adapters/dynamodb/log-store.ts';
import { makeApiClientRegistry, toAccessWrite } from '../../shared/adapters/dynamodb/api-client-store.ts';
import { clientKey } from '../../shared/adapters/dynamodb/api-client-store.ts';
import { makeToAuditWrites } from '../../shared/adapters/dynamodb/audit-log.ts';
import { bookingKey, toAttributes } from '../../shared/adapters/dynamodb/booking-item.ts';
import { completeBooking, makeTestBookingStore, type TestBooking, type TestBookingStore } from './booking-store.ts';
import { deviceKey, makeDeviceStore } from '../../shared/adapters/dynamodb/device-store.ts';
import { userKey } from '../../shared/adapters/dynamodb/user-reader.ts';
import { makeUserStore } from '../../shared/adapters/dynamodb/user-store.ts';
import { lookUpItemsOf, nameAttributes } from '../../shared/adapters/dynamodb/user-search-index.ts';
import type { Logs } from '../../shared/domain/logs.ts';
import type { ApiClient, ApiClientRegistry } from '../../shared/domain/api-client.ts';
import type { Booking } from '../../shared/domain/booking.ts';
import type { DeviceStore, User, UserStore } from '../../shared/domain/user.ts';
import type { Instant } from '../../shared/domain/instant.ts';
import type { LogRetention } from '../../shared/domain/retention.ts';
import { localTableNames } from '../../shared/local-service.ts';
import { defaultLogRetention } from '../../shared/settings.ts';
import type { TableId } from '../../shared/tables.ts';
import { makeMemoryDatabase, type MemoryDatabase } from './memory-database/memory-database.ts';

// The real stores, with a database in this process instead of a server. By default, each uses a new database.

const toAuditWrites = makeToAuditWrites(localTableNames, defaultLogRetention.adminLogDays);

const fill = (database: MemoryDatabase, table: TableId, items: readonly object[]): void => {
  for (const Item of items)
    database.perform(new PutCommand({ TableName: localTableNames[table], Item: Item as Record<string, unknown> }));
};

const toBookingItem = (booking: Booking): object => ({ ...booking, ...bookingKey(booking), ...toAttributes(booking) });

/** Makes a store of bookings that contains those in `existing`. */
export const makeInMemoryBookings = (
  existing: readonly TestBooking[] = [],
  database = makeMemoryDatabase(),
): TestBookingStore => {
  fill(database, 'bookings', existing.map(completeBooking).map(toBookingItem));
  return makeTestBookingStore(database, localTableNames.bookings, undefined, toAuditWrites);
};

const toUserItems = ({ devices, ...user }: User): object[] => {
  const ref = { companyId: user.companyId, userId: user.id };
  const phones = devices.length > 0 && { devices: new Set(devices) };
  const item = { ...userKey(ref), ...user, ...nameAttributes(user), revision: 'first', ...phones };
  const claims = devices.map((endpoint) => ({ ...deviceKey(endpoint), ...ref }));
  return [item, ...claims, ...lookUpItemsOf(user).map((one) => one.item)];
};

/** Makes a store of users and their devices that contains the users in `existing`. */
export const makeInMemoryUsers = (
  existing: readonly User[] = [],
  database = makeMemoryDatabase(),
): UserStore & DeviceStore => {
  fill(database, 'users', existing.flatMap(toUserItems));
  return {
    ...makeUserStore(database, localTableNames.users, toAuditWrites),
    ...makeDeviceStore(database, localTableNames.users, toAuditWrites),
  };
};

/** Makes a registry of API clients that contains those in `existing`. */
export const makeInMemoryApiClients = (
  existing: readonly ApiClient[] = [],
  database = makeMemoryDatabase(),
): ApiClientRegistry => {
  const toItems = (client: ApiClient): object[] => [
    { ...client, ...clientKey(client.clientId) },
    toAccessWrite(localTableNames.apiClients, client).Put?.Item ?? {},
  ];
  fill(database, 'apiClients', existing.flatMap(toItems));
  return makeApiClientRegistry(database, localTableNames, defaultLogRetention.adminLogDays);
};

/** Makes empty logs. */
export const makeInMemoryLogs = (retention: LogRetention = defaultLogRetention, now?: () => Instant): Logs =>
  makeLogStore(makeMemoryDatabase(), localTableNames, retention, now);
