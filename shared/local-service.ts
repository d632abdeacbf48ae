import type { TokenKind } from './domain/tokens.ts';
import type { TableId } from './tables.ts';

/** Table names in the local service's DynamoDB, which the local service creates and `admin --local` uses. */
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

/** How people sign in to the console of the local service: its issuer, its client, and the audience of its access tokens. */
export const localConsole = {
  issuerPath: '/console/oidc',
  clientId: 'checkin-console',
  audience: 'checkin-console',
} as const;

/** @param apiUrl of the local service, such as `http://127.0.0.1:3000`. @returns `iss` of the tokens of its console. */
export const localConsoleIssuer = (apiUrl: string): string => apiUrl + localConsole.issuerPath;
