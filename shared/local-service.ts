import type { TokenKind } from './domain/tokens.ts';
import type { TableId } from './tables.ts';

/** The local service creates these tables, and `admin --local` uses them. */
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

/** Secrets of the local Secrets Manager. */
export const localKeySecrets = { access: 'AccessKey', refresh: 'RefreshKey' } as const satisfies Record<
  TokenKind,
  string
>;

/** Sign-in to the local console: path of the issuer, client, audience of access tokens. */
export const localConsole = {
  issuerPath: '/console/oidc',
  clientId: 'checkin-console',
  audience: 'checkin-console',
} as const;

/** @param apiUrl such as `http://127.0.0.1:3000`. @returns the `iss` of console tokens */
export const localConsoleIssuer = (apiUrl: string): string => apiUrl + localConsole.issuerPath;
