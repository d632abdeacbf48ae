import type { ApiClient, Silence } from './api-client.ts';
import { liveSecrets, dueNotice, RECORD_INTERVAL_MILLISECONDS, secretIdOf } from './client-secret.ts';
import { DAY, HOUR, type Instant } from './instant.ts';
import { SECRET_NOTICE_DAYS, type ClientStatus } from '../rules/api-clients.ts';

const NOTICE_MILLISECONDS = Math.max(...SECRET_NOTICE_DAYS) * DAY;

/** Returns the end of the client's last live secret: Infinity if one never ends, `now` if none is live. */
const lastEndOf = (client: ApiClient, now: Instant): Instant =>
  Math.max(...liveSecrets(client, now).map(({ endsAt = Infinity }) => endsAt), now);

/** When a review found the client silent. Once the client has been seen again, it is not silent, even before the next review. */
export const silentSinceOf = ({ silentSince, lastSeenAt = 0 }: ApiClient): Instant | undefined =>
  silentSince && silentSince > lastSeenAt ? silentSince : undefined;

export const statusOf = (client: ApiClient, now: Instant): ClientStatus => {
  if (!client.enabled) return 'disabled';
  if (silentSinceOf(client) !== undefined) return 'silent';
  if (lastEndOf(client, now) - now < NOTICE_MILLISECONDS) return 'ends';
  if (liveSecrets(client, now).length > 1) return 'two_secrets';
  return client.lastSeenAt === undefined ? 'never' : 'enabled';
};

export type ClientNotice =
  | { readonly kind: 'silent'; readonly client: ApiClient; readonly silentAfterHours: number }
  | { readonly kind: 'back'; readonly client: ApiClient }
  | {
      readonly kind: 'secret-ends';
      readonly client: ApiClient;
      readonly secretId: string;
      readonly endsAt: Instant;
      readonly withinDays: number;
    };

/** When the time without a sign of the client began: when it was last seen, or created, or watching began. */
const notSeenSince = ({ lastSeenAt, createdAt, watchedSince = 0 }: ApiClient): Instant =>
  Math.max(lastSeenAt ?? createdAt, watchedSince);

/** When the client becomes silent if it is not seen again. Adds an hour, because a use is recorded at most hourly. */
const becomesSilentAt = (client: ApiClient): Instant =>
  notSeenSince(client) + (client.silentAfterHours ?? Infinity) * HOUR + RECORD_INTERVAL_MILLISECONDS;

const MAX_SILENCES = 5;

/** Returns the silences of a client that is seen now; undefined if it was not silent, and none is added. */
export const silencesAfterUse = (client: ApiClient, now: Instant): readonly Silence[] | undefined =>
  becomesSilentAt(client) <= now
    ? [{ from: notSeenSince(client), until: now }, ...(client.silences ?? [])].slice(0, MAX_SILENCES)
    : undefined;

/** Returns the notices that are due, and the client with marks that keep the notices from being sent again. */
export const reviewClient = (
  client: ApiClient,
  now: Instant,
): { readonly client: ApiClient; readonly notices: readonly ClientNotice[] } => {
  const { silentSince: mark, ...unmarked } = client;
  // Undefined if the mark is of an earlier silence: the client came back and fell silent again between two reviews.
  const silentSince = silentSinceOf(client);
  const isSilent = client.enabled && becomesSilentAt(client) <= now;
  const notices: ClientNotice[] = [];
  if (isSilent && silentSince === undefined)
    notices.push({ kind: 'silent', client, silentAfterHours: client.silentAfterHours as number });
  if (!isSilent && mark !== undefined) notices.push({ kind: 'back', client });
  const secrets = client.secrets.map((secret) => {
    const withinDays = client.enabled ? dueNotice(secret, now) : undefined;
    if (withinDays === undefined) return secret;
    const endsAt = secret.endsAt as Instant;
    notices.push({ kind: 'secret-ends', client, secretId: secretIdOf(secret), endsAt, withinDays });
    return { ...secret, noticedDays: withinDays };
  });
  return { client: { ...unmarked, secrets, ...(isSilent && { silentSince: silentSince ?? now }) }, notices };
};

export interface ClientReviewStore {
  /** Lists all clients in pages. Eventually consistent. */
  list(): AsyncIterable<readonly ApiClient[]>;
  /** Writes the marks of `after`, unless an administrator has changed the client since `before`. */
  mark(before: ApiClient, after: ApiClient): Promise<void>;
}
