import type { ClientWithSecret } from '../../../shared/domain/api-client.ts';
import type { viewClient } from '../../../shared/use-cases/clients/view-client.ts';
import { formatFacts, tableOf, type Cell } from './table.ts';

type ClientView = ReturnType<typeof viewClient>;
type SecretView = ClientView['secrets'][number];

const formatSecret = ({ secretId, last4, createdAt, endsAt, lastUsedAt }: SecretView): string => {
  const end = endsAt === undefined ? 'no end date' : `until ${endsAt}`;
  const use = lastUsedAt === undefined ? 'never used' : `last used ${lastUsedAt}`;
  return `${secretId} (…${last4}), since ${createdAt}, ${end}, ${use}`;
};

const describeAlarm = ({ silentAfterHours, silentSince }: ClientView): string => {
  if (silentAfterHours === undefined) return 'never';
  return `after ${silentAfterHours} h${silentSince === undefined ? '' : `; SILENT since ${silentSince}`}`;
};

export const formatClient = (client: ClientView): string =>
  formatFacts({
    id: client.clientId,
    status: client.enabled ? 'enabled' : 'DISABLED',
    company: client.companyId,
    name: client.name,
    scopes: client.scopes.join(', '),
    created: client.createdAt,
    'last seen': client.lastSeenAt ?? 'never',
    'alarm if silent': describeAlarm(client),
    'may call from': client.allowedIps?.join(', ') ?? 'anywhere',
    ...(client.lastDeniedAt !== undefined && {
      'last denied': `${client.lastDeniedAt}, from ${client.lastDeniedIp ?? ''}`,
    }),
    secrets: client.secrets.map(formatSecret).join('\n'),
  });

const describeSecrets = (secrets: readonly SecretView[]): string =>
  secrets.map(({ last4, endsAt }) => (endsAt === undefined ? `…${last4}` : `…${last4} until ${endsAt}`)).join(', ');

const describeStatus = ({ enabled, silentSince }: ClientView): Cell => {
  if (!enabled) return { text: 'DISABLED', tone: 'bad' };
  return silentSince === undefined ? { text: 'enabled', tone: 'good' } : { text: 'SILENT', tone: 'bad' };
};

export const formatClients = tableOf<ClientView>(
  {
    CLIENT: ({ clientId }) => clientId,
    COMPANY: ({ companyId }) => companyId,
    NAME: ({ name }) => name,
    STATUS: describeStatus,
    SCOPES: ({ scopes }) => scopes.join(','),
    'LIVE SECRETS': ({ secrets }) => describeSecrets(secrets),
    'LAST SEEN': ({ lastSeenAt }) => lastSeenAt,
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

const STORE_IT = 'Store the secret now: it is never shown again.';

export const formatNewSecret = ({ companyId: company, ...view }: NewSecretView): string =>
  `${formatFacts({ ...view, company })}\n${STORE_IT}`;

type RotatedSecretView = NewSecretView & { readonly oldSecretEndsAt: string };

export const formatRotatedSecret = ({ oldSecretEndsAt, ...view }: RotatedSecretView): string =>
  `${formatNewSecret(view)}\nThe old secret ends at ${oldSecretEndsAt}.`;
