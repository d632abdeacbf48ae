import type { ApiClient } from './api-client.ts';
import { liveSecrets } from './client-secret.ts';
import { DAY, type Instant } from './instant.ts';
import { SECRET_NOTICE_DAYS, type ClientStatus } from '../rules/api-clients.ts';

const NOTICE_MILLISECONDS = Math.max(...SECRET_NOTICE_DAYS) * DAY;

/** Returns the end of the client's last live secret: Infinity if one never ends, `now` if none is live. */
const lastEndOf = (client: ApiClient, now: Instant): Instant =>
  Math.max(...liveSecrets(client, now).map(({ endsAt = Infinity }) => endsAt), now);

/** See {@link clientStatuses}. */
export const statusOf = (client: ApiClient, now: Instant): ClientStatus => {
  if (!client.enabled) return 'disabled';
  if (client.silentSince !== undefined) return 'silent';
  if (lastEndOf(client, now) - now < NOTICE_MILLISECONDS) return 'ends';
  if (liveSecrets(client, now).length > 1) return 'two_secrets';
  return client.lastSeenAt === undefined ? 'never' : 'enabled';
};
