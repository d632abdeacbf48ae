import type { ApiClient } from '../../domain/api-client.ts';
import { liveSecrets, secretIdOf, type ClientSecret } from '../../domain/client-secret.ts';
import { silentSinceOf, statusOf } from '../../domain/client-watch.ts';
import { formatDateTime, formatOptional, type Instant } from '../../domain/instant.ts';
import { defined } from '../../rules/plain-values.ts';

const viewSecret = ({ createdAt, endsAt, lastUsedAt, ...secret }: ClientSecret) =>
  defined({
    secretId: secretIdOf(secret),
    last4: secret.last4,
    createdAt: formatDateTime(createdAt),
    endsAt: formatOptional(endsAt),
    lastUsedAt: formatOptional(lastUsedAt),
  });

/** Returns an API client as the console's API and the command line show it. Times are in RFC 3339, UTC. */
export const viewClient = (client: ApiClient, now: Instant) => {
  const { clientId, companyId, name, enabled, lastDeniedIp, silentAfterHours } = client;
  return defined({
    clientId,
    companyId,
    name,
    enabled,
    scopes: [...client.scopes],
    status: statusOf(client, now),
    createdAt: formatDateTime(client.createdAt),
    lastSeenAt: formatOptional(client.lastSeenAt),
    lastDeniedAt: formatOptional(client.lastDeniedAt),
    lastDeniedIp,
    allowedIps: client.allowedIps && [...client.allowedIps],
    silentAfterHours,
    silentSince: formatOptional(silentSinceOf(client)),
    silences: client.silences?.map(({ from, until }) => ({ from: formatDateTime(from), until: formatDateTime(until) })),
    secrets: liveSecrets(client, now).map(viewSecret),
  });
};
