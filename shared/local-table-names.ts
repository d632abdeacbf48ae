import type { TableId } from './tables.ts';

/** What the tables are called in the local service's DynamoDB, for whoever starts it and whoever works on it. */
export const localTableNames = {
  apiClients: 'ApiClients',
  users: 'Users',
  bookings: 'Bookings',
  checkinAttempts: 'CheckinAttempts',
} as const satisfies Record<TableId, string>;
