import type { TokenKind } from './domain/tokens.ts';
import type { TableId } from './tables.ts';

/** Table names in the local service's DynamoDB: the local service creates them, `admin --local` works on them. */
export const localTableNames = {
  apiClients: 'ApiClients',
  users: 'Users',
  bookings: 'Bookings',
  checkinAttempts: 'CheckinAttempts',
  activityLog: 'ActivityLog',
  members: 'Members',
} as const satisfies Record<TableId, string>;

/** Names of the secrets with the signing keys in the local Secrets Manager. */
export const localKeySecrets = { access: 'AccessKey', refresh: 'RefreshKey' } as const satisfies Record<
  TokenKind,
  string
>;
