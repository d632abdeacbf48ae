import type { ApiClient } from '../../../shared/domain/api-client.ts';
import { isLive, secretIdOf, type ClientSecret } from '../../../shared/domain/client-secret.ts';
import { formatDateTime, type Instant } from '../../../shared/domain/instant.ts';
import type { Cell, Table } from './table.ts';

/** A secret as printed: without the secret and its digest. */
export interface SecretView {
  readonly secretId: string;
  readonly last4: string;
  readonly live: boolean;
  readonly since: string;
  /** `null` if it has no end. */
  readonly until: string | null;
  /** To the hour; `null` if it was never used. */
  readonly lastUsed: string | null;
}

export interface ClientView extends Pick<ApiClient, 'clientId' | 'companyId' | 'name' | 'enabled' | 'scopes'> {
  readonly createdAt: string;
  readonly secrets: readonly SecretView[];
}

const formatIfAny = (instant: Instant | undefined): string | null =>
  instant === undefined ? null : formatDateTime(instant);

const viewSecret = (secret: ClientSecret, now: Instant): SecretView => ({
  secretId: secretIdOf(secret),
  last4: secret.last4,
  live: isLive(secret, now),
  since: formatDateTime(secret.createdAt),
  until: formatIfAny(secret.endsAt),
  lastUsed: formatIfAny(secret.lastUsedAt),
});

export const viewClient = (client: ApiClient, now: Instant): ClientView => {
  const { clientId, companyId, name, enabled, scopes, createdAt, secrets } = client;
  const view = { clientId, companyId, name, enabled, scopes, createdAt: formatDateTime(createdAt) };
  return { ...view, secrets: secrets.map((secret) => viewSecret(secret, now)) };
};

const formatSecret = ({ secretId, last4, live, since, until, lastUsed }: SecretView): string => {
  const end = until === null ? 'without end' : `until ${until}`;
  const use = lastUsed === null ? 'never used' : `last used ${lastUsed}`;
  return `  secret ${secretId} (…${last4}): ${live ? 'live' : 'ended'}, since ${since}, ${end}, ${use}`;
};

export const formatClient = ({ clientId, companyId, name, enabled, scopes, createdAt, secrets }: ClientView): string =>
  [
    `${clientId}  ${enabled ? 'enabled' : 'DISABLED'}`,
    `  company: ${companyId}`,
    `  name: ${name}`,
    `  scopes: ${scopes.join(', ')}`,
    `  created: ${createdAt}`,
    ...secrets.map(formatSecret),
  ].join('\n');

const describeSecrets = (secrets: readonly SecretView[]): string =>
  secrets
    .filter(({ live }) => live)
    .map(({ last4, until }) => (until === null ? `…${last4}` : `…${last4} until ${until}`))
    .join(', ');

const lastUse = (secrets: readonly SecretView[]): string =>
  secrets
    .map(({ lastUsed }) => lastUsed ?? '')
    .toSorted()
    .at(-1) ?? '';

const toRow = ({ clientId, companyId, name, enabled, scopes, secrets }: ClientView): readonly Cell[] => [
  clientId,
  companyId,
  name,
  enabled ? { text: 'enabled', tone: 'good' } : { text: 'DISABLED', tone: 'bad' },
  scopes.join(','),
  describeSecrets(secrets),
  lastUse(secrets),
];

/** `clients show` prints more about each client. */
export const formatClients = (clients: readonly ClientView[]): string | Table =>
  clients.length === 0
    ? 'No API clients.'
    : {
        columns: ['CLIENT', 'COMPANY', 'NAME', 'STATUS', 'SCOPES', 'LIVE SECRETS', 'LAST USED'],
        rows: clients.map(toRow),
      };
