import type { ApiClient } from './api-client.ts';
import { liveSecrets } from './client-secret.ts';
import { DAY, type Instant } from './instant.ts';
import { SECRET_NOTICE_DAYS, type ClientStatus } from '../rules/api-clients.ts';

const NOTICE_MILLISECONDS = Math.max(...SECRET_NOTICE_DAYS) * DAY;

/** Returns the end of the client's last live secret; undefined if a secret never ends. */
const lastEndOf = (client: ApiClient, now: Instant): Instant | undefined => {
  const ends = liveSecrets(client, now).map(({ endsAt = Infinity }) => endsAt);
  const last = Math.max(...ends, now);
  return last === Infinity ? undefined : last;
};

/** See {@link clientStatuses}. */
export const statusOf = (client: ApiClient, now: Instant): ClientStatus => {
  if (!client.enabled) return 'disabled';
  if (client.silentSince !== undefined) return 'silent';
  const lastEnd = lastEndOf(client, now);
  if (lastEnd !== undefined && lastEnd - now < NOTICE_MILLISECONDS) return 'ends';
  if (liveSecrets(client, now).length > 1) return 'two_secrets';
  return client.lastSeenAt === undefined ? 'never' : 'enabled';
};
