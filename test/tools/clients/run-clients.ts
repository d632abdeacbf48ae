/**
 * Sends many swipes through each client package over a faulty network, kills the client twice, and counts the lost and
 * duplicated check-ins, and how long a turnstile's display would have waited.
 * usage: npm run test:clients [-- --swipes 10000] [--language typescript | python]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pMap from 'p-map';
import { readOptions } from '../../../lib/local/options.ts';
import { startLocalService } from '../../../lib/local/service.ts';
import {
  installedLanguages,
  startClientDriver,
  type ClientDriver,
  type ClientLanguage,
} from '../../service/clients/client-driver.ts';
import { startFaultyServiceProxy, type ServiceFault } from '../../support/faulty-service-proxy.ts';
import { functionLoaders } from '../../support/function-loaders.ts';
import { createTestClient, type TestClient } from '../../support/running-service.ts';
import { createTestStores } from '../../support/test-stores.ts';

const HOUR = 60 * 60_000;
const GATES = 4;
const DISPLAY_WITHIN_MS = 1_000;
/** As in the example turnstile. */
const SHOW_WITHIN_MS = 900;
/** Share of requests; the service adds its own faults (FAULTS). */
const serviceFaults: readonly (readonly [ServiceFault, number])[] = [
  ['reset', 0.02],
  ['lose', 0.02],
  ['cut', 0.02],
  ['spoil', 0.01],
  ['hang', 0.005],
];

const { swipes: count, language: only } = parseArgs({
  options: { swipes: { type: 'string', default: '10000' }, language: { type: 'string' } },
}).values;
const swipes = Number(count);
if (!Number.isInteger(swipes) || swipes < 100) throw new Error('--swipes must be an integer of 100 or more.');

// The service's log would hide the result.
process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT';

let pushes: string[] = [];
const service = await startLocalService(
  readOptions({
    PORT: '0',
    DYNAMODB_PORT: '0',
    DEMO: '0',
    ACCESS_TOKEN_SECONDS: '20',
    FAULTS: '503:2%,lost:2%,429:2%,slow:1%',
  }),
  functionLoaders,
  { onResponse: () => {}, onFailure: () => {}, onFault: () => {}, onPush: (push) => pushes.push(push) },
);
const stores = createTestStores(service.databaseUrl);
const proxy = await startFaultyServiceProxy(service.url);
const folder = await mkdtemp(join(tmpdir(), 'clients-'));

const pickFault = (): ServiceFault => {
  let left = Math.random();
  for (const [fault, share] of serviceFaults) {
    left -= share;
    if (left < 0) return fault;
  }
  return 'none';
};

/** One user and one booking for each swipe: the bookings that are checked in show which swipes arrived. */
const addBookings = ({ companyId }: TestClient): Promise<unknown> =>
  pMap(
    Array.from({ length: swipes }, (_, index) => index + 1),
    async (id) => {
      await stores.users.save({ companyId, id });
      const period = { checkinOpensAt: Date.now() - HOUR, noShowAt: Date.now() + 24 * HOUR };
      await stores.bookings.save({ user: { companyId, userId: id }, bookingId: 'desk', kind: 'position', ...period });
    },
    { concurrency: 20 },
  );

const countCheckedIn = async ({ companyId }: TestClient): Promise<number> => {
  const lists = await pMap(
    Array.from({ length: swipes }, (_, index) => index + 1),
    (userId) => stores.bookings.list({ companyId, userId }),
    { concurrency: 20 },
  );
  return lists.flat().filter(({ checkin }) => checkin !== undefined).length;
};

const percentile = (sorted: readonly number[], share: number): number =>
  Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);

const runLanguage = async (language: ClientLanguage): Promise<boolean> => {
  const client = await createTestClient(stores);
  await addBookings(client);
  pushes = [];
  const keysByUser = new Map<number, Set<string>>();
  let [requests, injected] = [0, 0];
  const inject = (): void =>
    proxy.inject(({ headers, body, line }) => {
      requests += 1;
      const key = headers['idempotency-key'];
      if (line === 'POST /scheduling/checkin' && typeof key === 'string') {
        const { id } = JSON.parse(body) as { id: number };
        keysByUser.set(id, (keysByUser.get(id) ?? new Set()).add(key));
      }
      const fault = pickFault();
      if (fault !== 'none') injected += 1;
      return fault;
    });
  const waits: number[] = [];
  const path = join(folder, `${language}.sqlite`);
  const start = async (): Promise<ClientDriver> => {
    const driver = startClientDriver(language, (command, milliseconds) => {
      if (command === 'storeAndSend') waits.push(milliseconds);
    });
    const { clientId, clientSecret } = client;
    await driver.run('connect', { options: { baseUrl: proxy.url, clientId, clientSecret } });
    await driver.run('openQueue', { path });
    return driver;
  };

  inject();
  let driver = await start();
  const killAt = new Set([Math.floor(swipes / 3), Math.floor((2 * swipes) / 3)]);
  let [confirmed, later, next] = [0, 0, 0];
  const startedAt = performance.now();
  const swipe = async (id: number): Promise<void> => {
    const members = { swipe: { key: `swipe-${id}`, id, date: new Date().toISOString(), notify: true } };
    try {
      await driver.run('storeAndSend', { ...members, timeoutMs: SHOW_WITHIN_MS });
      confirmed += 1;
    } catch {
      later += 1;
    }
  };
  while (next < swipes) {
    const batch = Array.from({ length: Math.min(GATES, swipes - next) }, (_, index) => next + index + 1);
    next += batch.length;
    await Promise.all(batch.map(swipe));
    // The proxy records everything that was sent since.
    if (next % 500 === 0) inject();
    if (!batch.some((id) => killAt.has(id))) continue;
    void driver.run('sendQueue').catch(() => undefined);
    await driver.kill();
    driver = await start();
  }
  const size = () => driver.run<number>('size');
  const leftOver = await size();
  let rounds = 0;
  while ((await size()) > 0 && rounds < 100) {
    rounds += 1;
    inject();
    await driver.run('sendQueue').catch(() => undefined);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const left = await size();
  await driver.kill();

  const lost = swipes - (await countCheckedIn(client));
  // Pushes are delivered in parallel with the requests.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const doubled = [...keysByUser.values()].filter((keys) => keys.size > 1).length + Math.max(0, pushes.length - swipes);
  const sorted = waits.toSorted((a, b) => a - b);
  const late = sorted.filter((wait) => wait > DISPLAY_WITHIN_MS).length;
  console.log(
    [
      `${language}: ${swipes} swipes in ${seconds.toFixed(0)} s, ${requests} requests, ${injected} faults of the network beside the service's own`,
      `  confirmed at once ${confirmed}, queued ${later}, in the queue at the end of the day ${leftOver}, after sending it ${left}`,
      `  lost ${lost}, doubled ${doubled}, pushes ${pushes.length}`,
      `  display: median ${percentile(sorted, 0.5)} ms, 99 % ${percentile(sorted, 0.99)} ms, longest ${percentile(sorted, 1)} ms, later than 1 s ${late}`,
    ].join('\n'),
  );
  return lost === 0 && doubled === 0 && left === 0;
};

let isGood = true;
for (const language of installedLanguages())
  if (only === undefined || only === language) isGood = (await runLanguage(language)) && isGood;
await proxy.stop();
stores.close();
await service.stop();
await rm(folder, { recursive: true });
process.exitCode = isGood ? 0 : 1;
