import type { TokenKind } from './domain/tokens.ts';
import type { TableId } from './tables.ts';

/** The table names in the local service's DynamoDB. The local service creates the tables, and `admin --local` uses them. */
export const localTableNames = {
  apiClients: 'ApiClients',
  users: 'Users',
  bookings: 'Bookings',
  checkinAttempts: 'CheckinAttempts',
  checkinLog: 'CheckinLog',
  auditLog: 'AuditLog',
  auditDetails: 'AuditDetails',
  members: 'Members',
  signingKeys: 'SigningKeys',
} as const satisfies Record<TableId, string>;

/** The names of the signing keys' secrets in the local Secrets Manager. */
export const localKeySecrets = { access: 'AccessKey', refresh: 'RefreshKey' } as const satisfies Record<
  TokenKind,
  string
>;

/** Sign-in to the console of the local service: the path of its issuer, its client, and the audience of its access tokens. */
export const localConsole = {
  issuerPath: '/console/oidc',
  clientId: 'checkin-console',
  audience: 'checkin-console',
} as const;

/** @param apiUrl the URL of the local service, such as `http://127.0.0.1:3000`. @returns the `iss` of its console's tokens. */
export const localConsoleIssuer = (apiUrl: string): string => apiUrl + localConsole.issuerPath;
