import pMap from 'p-map';
import { createApiClient, type ApiClient, type ApiClientRegistry } from '../../../shared/domain/api-client.ts';
import { reviewClient } from '../../../shared/domain/client-watch.ts';
import { rotateSecret, updateClient } from '../../../shared/domain/client-changes.ts';
import { DAY, HOUR, MINUTE, type Instant } from '../../../shared/domain/instant.ts';

const COMPANY = 'demo';
const CLIENTS_AT_ONCE = 16;

const sites = ['Berlin', 'Campinas', 'Lisboa', 'Madrid', 'Recife', 'Santiago', 'São Paulo', 'Valparaíso'] as const;

const nameOf = (index: number): string =>
  `${sites[index % sites.length]}, gate ${Math.floor(index / sites.length) + 1}`;

/** Returns when some gates failed: the last 07:40 UTC at least three hours ago, so that their clients are silent by now. */
const failureBefore = (now: Instant): Instant => {
  const latest = now - 3 * HOUR;
  const today = latest - (latest % DAY) + 7 * HOUR + 40 * MINUTE;
  return today <= latest ? today : today - DAY;
};

/** Returns the client as it is after a log-in with its newest secret. */
export const markAsSeen = (client: ApiClient, at: Instant): ApiClient => ({
  ...client,
  lastSeenAt: at,
  secrets: client.secrets.map((secret, index) =>
    index === client.secrets.length - 1 ? { ...secret, lastUsedAt: at } : secret,
  ),
});

/** Puts a client into a certain state. @param client has one secret, which is 25 to 29 days old */
type Shape = (client: ApiClient, now: Instant, index: number) => ApiClient;

const inUse: Shape = (client, now, index) => markAsSeen(client, now - (index % 50) * MINUTE);

/** Removes `silentAfterHours`, because with this limit a client that was never seen would count as silent. */
const neverUsed: Shape = ({ silentAfterHours: _, ...client }) => client;

const rotated =
  (usedSecret: 'old' | 'new'): Shape =>
  (original, now, index) => {
    const seenClient = markAsSeen(original, now - 20 * DAY);
    const { client } = rotateSecret(seenClient, { graceMilliseconds: 30 * DAY }, now - 4 * DAY);
    const [older, newer] = client.secrets;
    if (!older || !newer) throw new Error('a rotation leaves two secrets');
    const usedAt = now - (index % 50) * MINUTE;
    const secrets =
      usedSecret === 'old' ? [{ ...older, lastUsedAt: usedAt }, newer] : [older, { ...newer, lastUsedAt: usedAt }];
    return { ...client, lastSeenAt: usedAt, secrets };
  };

/** Was silent for three hours when other gates failed permanently. */
const back: Shape = (client, now, index) => {
  const from = failureBefore(now);
  return { ...inUse(client, now, index), silences: [{ from, until: from + 3 * HOUR }] };
};

/** The states of 11 in every 40 clients, by position. The other 29 are in use. */
const shapes: Readonly<Record<number, { readonly shape: Shape; readonly expiresInDays?: number }>> = {
  3: { shape: (client, now) => markAsSeen(client, failureBefore(now)) },
  7: { shape: inUse, expiresInDays: 30 },
  11: { shape: neverUsed },
  15: { shape: (client, now) => updateClient(markAsSeen(client, now - 9 * DAY), { enabled: false }, now - 8 * DAY) },
  19: { shape: (client, now) => markAsSeen(client, failureBefore(now)) },
  23: { shape: rotated('new') },
  27: { shape: (client, now) => markAsSeen(client, now - 21 * DAY) },
  31: { shape: rotated('old') },
  35: { shape: neverUsed },
  37: { shape: back },
  39: {
    shape: (client, now) => ({ ...inUse(client, now, 1), lastDeniedAt: now - HOUR, lastDeniedIp: '198.51.100.7' }),
  },
};

const PERIOD = 40;

/** Makes a client in the state in which housekeeping would leave it. The client's secret is discarded. */
const makeClient = (index: number, now: Instant): ApiClient => {
  const { shape = inUse, expiresInDays } = shapes[index % PERIOD] ?? {};
  // A secret with an expiry expires 1 to 5 days from now.
  const createdAt = now - (25 + (Math.floor(index / PERIOD) % 5)) * DAY;
  const definition = { companyId: COMPANY, name: nameOf(index), silentAfterHours: 1, expiresInDays };
  const { client } = createApiClient(
    { ...definition, clientId: `ckc_demo_${String(index + 1).padStart(4, '0')}` },
    createdAt,
  );
  return reviewClient(shape(client, now, index), now).client;
};

/** Creates API clients in every state: in use, silent or back again, with expiring secrets, rotated, disabled and never used. */
export const seedDemoClients = async (
  clients: Pick<ApiClientRegistry, 'create'>,
  count: number,
  now: Instant,
): Promise<void> => {
  const indexes = Array.from({ length: count }, (_, index) => index);
  // `create` leaves the clients of an earlier start as they are.
  await pMap(indexes, (index) => clients.create(makeClient(index, now)), { concurrency: CLIENTS_AT_ONCE });
};
