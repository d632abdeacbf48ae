import { devNull } from 'node:os';
import { defaultLifetimes, readSettings, variableOf } from './settings.ts';
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

/** The name of the signing keys' secret in the local Secrets Manager. */
export const LOCAL_KEY_SECRET = 'SigningKey';

/**
 * The account of everything that runs on this machine: a placeholder, which the SDK needs and the local service ignores. With
 * these variables, the SDK reads no profile, no credentials and no region of the operator's.
 */
export const localAccount = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_SESSION_TOKEN: '',
  AWS_PROFILE: '',
  AWS_CONFIG_FILE: devNull,
  AWS_SHARED_CREDENTIALS_FILE: devNull,
} as const;

/** Bookings are kept forever, so that a demo stays as it is. */
export const LOCAL_RETENTION_DAYS = 0;

/** How to sign in to the local console: the issuer's path, the client's id, and the audience of access tokens. */
export const localConsole = {
  issuerPath: '/console/oidc',
  clientId: 'checkin-console',
  audience: 'checkin-console',
} as const;

/** @param apiUrl such as `http://127.0.0.1:3000`. @returns the `iss` of console tokens */
export const localConsoleIssuer = (apiUrl: string): string => apiUrl + localConsole.issuerPath;

/**
 * Reads the lifetimes of the local service's tokens, from the environment variables that set them on AWS. Each has
 * a default.
 * @throws Error that names an invalid variable
 */
export const readLocalLifetimes = (environment: Readonly<Record<string, string | undefined>>) => {
  const names = Object.keys(defaultLifetimes) as (keyof typeof defaultLifetimes)[];
  const values = names.map((name) => {
    const variable = variableOf(name);
    return [variable, environment[variable] || String(defaultLifetimes[name])];
  });
  return readSettings(Object.fromEntries(values), names);
};
