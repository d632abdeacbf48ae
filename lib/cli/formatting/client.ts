import type { ApiClient, ClientWithSecret } from '../../../shared/domain/api-client.ts';
import { isLive, secretIdOf, type ClientSecret } from '../../../shared/domain/client-secret.ts';
import { formatDateTime, type Instant } from '../../../shared/domain/instant.ts';
import { tableOf, type Cell } from './table.ts';

const formatIfAny = (instant: Instant | undefined): string | null =>
  instant === undefined ? null : formatDateTime(instant);

/** A secret as printed, without its value and digest. `until: null` means no end; `lastUsed: null` means never used. */
const viewSecret = (secret: ClientSecret, now: Instant) => ({
  secretId: secretIdOf(secret),
  last4: secret.last4,
  live: isLive(secret, now),
  since: formatDateTime(secret.createdAt),
  until: formatIfAny(secret.endsAt),
  lastUsed: formatIfAny(secret.lastUsedAt),
});
type SecretView = ReturnType<typeof viewSecret>;

/** A client as printed, with `null` for missing attributes. */
export const viewClient = (client: ApiClient, now: Instant) => {
  const { clientId, companyId, name, enabled, scopes, lastDeniedAt, lastDeniedIp: ip = '' } = client;
  return {
    clientId,
    companyId,
    name,
    enabled,
    scopes,
    createdAt: formatDateTime(client.createdAt),
    lastSeen: formatIfAny(client.lastSeenAt),
    lastDenied: lastDeniedAt === undefined ? null : { at: formatDateTime(lastDeniedAt), ip },
    silentSince: formatIfAny(client.silentSince),
    allowedIps: client.allowedIps ?? null,
    silentAfterHours: client.silentAfterHours ?? null,
    secrets: client.secrets.map((secret) => viewSecret(secret, now)),
  };
};
type ClientView = ReturnType<typeof viewClient>;

const formatSecret = ({ secretId, last4, live, since, until, lastUsed }: SecretView): string => {
  const end = until === null ? 'no end date' : `until ${until}`;
  const use = lastUsed === null ? 'never used' : `last used ${lastUsed}`;
  return `  secret ${secretId} (…${last4}): ${live ? 'live' : 'ended'}, since ${since}, ${end}, ${use}`;
};

const describeSilence = ({ silentAfterHours, silentSince }: ClientView): string => {
  const mark = silentSince === null ? '' : `; SILENT since ${silentSince}`;
  return silentAfterHours === null ? 'never' : `after ${silentAfterHours} h${mark}`;
};

export const formatClient = (client: ClientView): string =>
  [
    `${client.clientId}  ${client.enabled ? 'enabled' : 'DISABLED'}`,
    `  company: ${client.companyId}`,
    `  name: ${client.name}`,
    `  scopes: ${client.scopes.join(', ')}`,
    `  created: ${client.createdAt}`,
    `  last seen: ${client.lastSeen ?? 'never'}`,
    `  counts as silent: ${describeSilence(client)}`,
    `  may call from: ${client.allowedIps?.join(', ') ?? 'everywhere'}`,
    ...(client.lastDenied ? [`  last denied: ${client.lastDenied.at}, from ${client.lastDenied.ip}`] : []),
    ...client.secrets.map(formatSecret),
  ].join('\n');

const describeSecrets = (secrets: readonly SecretView[]): string =>
  secrets
    .filter(({ live }) => live)
    .map(({ last4, until }) => (until === null ? `…${last4}` : `…${last4} until ${until}`))
    .join(', ');

const describeStatus = ({ enabled, silentSince }: ClientView): Cell => {
  if (!enabled) return { text: 'DISABLED', tone: 'bad' };
  return silentSince === null ? { text: 'enabled', tone: 'good' } : { text: 'SILENT', tone: 'bad' };
};

export const formatClients = tableOf<ClientView>(
  {
    CLIENT: ({ clientId }) => clientId,
    COMPANY: ({ companyId }) => companyId,
    NAME: ({ name }) => name,
    STATUS: describeStatus,
    SCOPES: ({ scopes }) => scopes.join(','),
    'LIVE SECRETS': ({ secrets }) => describeSecrets(secrets),
    'LAST SEEN': ({ lastSeen }) => lastSeen,
  },
  'No API clients.',
);

/** The credentials of an API client. This is the only time the secret can be shown. */
export const viewNewSecret = ({ client: { clientId, companyId, name }, clientSecret }: ClientWithSecret) => ({
  clientId,
  clientSecret,
  companyId,
  name,
});
type NewSecretView = ReturnType<typeof viewNewSecret>;

export const formatNewSecret = ({ clientId, clientSecret, companyId, name }: NewSecretView): string =>
  [
    `clientId:     ${clientId}`,
    `clientSecret: ${clientSecret}`,
    `company:      ${companyId}`,
    `name:         ${name}`,
    'Keep the secret now: it is not shown again.',
  ].join('\n');

export const formatRotatedSecret = (view: NewSecretView & { readonly oldSecretUntil: string }): string =>
  `${formatNewSecret(view)}\nThe old secret is valid until ${view.oldSecretUntil}.`;
