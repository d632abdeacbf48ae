/**
 * A day of swipes through each client package over a faulty network: some are sent at once, the others are stored by a
 * reader that is offline and sent from the queue. The client is killed in both parts. Counts the lost and duplicated
 * check-ins, and how long a turnstile's display would have waited.
 * usage: npm run test:clients [-- --swipes 10000] [--language typescript | python]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
import { makeFunctionLoaders } from '../../support/function-loaders.ts';
import { usePatientDeadlines } from '../../support/patient-deadlines.ts';
import { startStubSns } from '../../support/start-stub-sns.ts';
import { createTestClient, type TestClient } from '../../support/running-service.ts';
import { createTestStores } from '../../support/test-stores.ts';

const HOUR = 60 * 60_000;
const GATES = 4;
/** The number of the batch at which the client is killed; the queue has at least twice as many batches. */
const KILL_AT_BATCH = 10;
const MAX_ROUNDS = 100;
/** On a busy machine, a batch of 100 takes long. */
const LONG_TIMEOUTS = { attemptTimeoutMs: 20_000, callTimeoutMs: 60_000 };
const MAX_PUSH_SECONDS = 60;
/** The share of swipes that are sent at once; the others are stored while the reader is offline. */
const SHARE_SENT_AT_ONCE = 0.1;
/** The swipes are distributed over these users; each has one booking per swipe. */
const USERS = 500;
const DISPLAY_WITHIN_MS = 1_000;
/** As in the example turnstile. */
const SHOW_WITHIN_MS = 900;
/** The faults with their share of requests. The service adds its own faults (FAULTS). */
const serviceFaults: readonly (readonly [ServiceFault, number])[] = [
  ['reset', 0.02],
  ['lose', 0.02],
  ['cut', 0.02],
  ['spoil', 0.01],
  ['hang', 0.005],
];
/** There are few batches, because each has many swipes, so their faults are more frequent. */
const BATCH_FAULT_FACTOR = 4;

const {
  swipes: count,
  language: only,
  help,
} = parseArgs({
  options: {
    swipes: { type: 'string', default: '10000' },
    language: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
}).values;
if (help) {
  console.log(`Usage: npm run test:clients -- [--swipes 10000] [--language typescript|python]

Sends swipes through the client packages on a bad network, and checks that each person is checked in once.
Exit code 1 if a swipe was lost or done twice.`);
  process.exit(0);
}
const swipes = Number(count);
if (!Number.isInteger(swipes) || swipes < 100) throw new Error('--swipes must be an integer of 100 or more.');

usePatientDeadlines();
// The service's log would hide the result.
process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT';

const sns = await startStubSns();
const service = await startLocalService(
  readOptions({
    PORT: '0',
    DYNAMODB_PORT: '0',
    DEMO: '0',
    ACCESS_TOKEN_SECONDS: '20',
    FAULTS: '503:2%,lost:2%,429:2%,slow:1%',
    AWS_ENDPOINT_URL_SNS: sns.url,
  }),
  makeFunctionLoaders(),
  { onResponse: () => {}, onFailure: () => {}, onFault: () => {}, onPrint: () => {} },
);
const stores = createTestStores(service.databaseUrl);
const proxy = await startFaultyServiceProxy(service.url);
const folder = await mkdtemp(join(tmpdir(), 'clients-'));

const pickFault = (factor: number): ServiceFault => {
  let left = Math.random();
  for (const [fault, share] of serviceFaults) {
    left -= share * factor;
    if (left < 0) return fault;
  }
  return 'none';
};

const numbers = Array.from({ length: swipes }, (_, index) => index);
/** In the future: the clients send no push about a swipe that is minutes old. */
const firstOpensAt = Date.now() + HOUR;

/** Pushes reveal duplicated check-ins. Only a sample of swipes has one, because a push takes more work than a check-in. */
const isPushed = (number: number): boolean => number % 5 === 0;

/** The user of a swipe, and the moment at which the check-in period of its booking begins. */
const bookingOf = (number: number): { readonly userId: number; readonly opensAt: number } => ({
  userId: 1 + (number % USERS),
  opensAt: firstOpensAt + Math.floor(number / USERS) * HOUR,
});

/** One booking for each swipe: the bookings that are checked in show which swipes arrived. */
const addBookings = async ({ companyId }: TestClient): Promise<void> => {
  const users = Array.from({ length: Math.min(USERS, swipes) }, (_, index) => index + 1);
  await pMap(users, (id) => stores.users.save({ companyId, id }), { concurrency: 20 });
  const addBooking = (number: number): Promise<unknown> => {
    const { userId, opensAt } = bookingOf(number);
    const period = { checkinOpensAt: opensAt, noShowAt: opensAt + HOUR };
    const booking = { user: { companyId, userId }, bookingId: `desk-${number}`, kind: 'position' as const, ...period };
    return stores.bookings.save({ ...booking, name: `Desk ${number}` });
  };
  await pMap(numbers, addBooking, { concurrency: 20 });
};

const countCheckedIn = async ({ companyId }: TestClient): Promise<number> => {
  const users = Array.from({ length: Math.min(USERS, swipes) }, (_, index) => index + 1);
  const lists = await pMap(users, (userId) => stores.bookings.list({ companyId, userId }), { concurrency: 20 });
  return lists.flat().filter(({ checkin }) => checkin !== undefined).length;
};

const percentile = (sorted: readonly number[], share: number): number =>
  Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);

const runLanguage = async (language: ClientLanguage): Promise<boolean> => {
  const client = await createTestClient(stores);
  await addBookings(client);
  const pushesBefore = sns.accepted.length;
  let [requests, injected] = [0, 0];
  let onRequest: () => unknown = () => undefined;
  // Also clears the proxy's list of sent requests.
  const inject = (): void =>
    proxy.inject(({ line }) => {
      requests += 1;
      onRequest();
      const fault = pickFault(line.endsWith('/batch') ? BATCH_FAULT_FACTOR : 1);
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
    await driver.run('connect', { options: { baseUrl: proxy.url, clientId, clientSecret, ...LONG_TIMEOUTS } });
    await driver.run('openQueue', { path });
    return driver;
  };
  const toSwipe = (number: number): object => {
    const { userId, opensAt } = bookingOf(number);
    return { key: `swipe-${number}`, id: userId, date: new Date(opensAt).toISOString(), notify: isPushed(number) };
  };

  inject();
  let driver = await start();
  let [confirmed, later] = [0, 0];
  const sendAtOnce = async (number: number): Promise<void> => {
    try {
      await driver.run('storeAndSend', { swipe: toSwipe(number), timeoutMs: SHOW_WITHIN_MS });
      confirmed += 1;
    } catch {
      later += 1;
    }
  };
  /** Kills the client while it works, as soon as it has sent this many requests. */
  const killDuring = async (work: Promise<unknown>, sent: number): Promise<void> => {
    const killAt = requests + sent;
    const isSent = new Promise<void>((resolve) => {
      onRequest = () => requests >= killAt && resolve();
    });
    await Promise.race([isSent, work.catch(() => undefined)]);
    await driver.kill();
    driver = await start();
  };

  const startedAt = performance.now();
  const secondsSince = (moment: number): number => (performance.now() - moment) / 1_000;
  const atOnce = numbers.slice(0, Math.ceil(swipes * SHARE_SENT_AT_ONCE));
  const half = Math.floor(atOnce.length / 2);
  await pMap(atOnce.slice(0, half), sendAtOnce, { concurrency: GATES });
  await killDuring(driver.run('sendQueue'), 1);
  await pMap(atOnce.slice(half), sendAtOnce, { concurrency: GATES });
  const onlineSeconds = secondsSince(startedAt);

  for (const number of numbers.slice(atOnce.length)) await driver.run('add', { swipe: toSwipe(number) });
  const size = () => driver.run<number>('size');
  const stored = await size();
  const sendingSince = performance.now();
  await killDuring(driver.run('sendQueue'), KILL_AT_BATCH);
  let rounds = 0;
  while ((await size()) > 0 && rounds < MAX_ROUNDS) {
    rounds += 1;
    inject();
    await driver.run('sendQueue').catch(() => undefined);
  }
  const left = await size();
  const sendingSeconds = secondsSince(sendingSince);
  await driver.kill();

  const lost = swipes - (await countCheckedIn(client));
  // SNS may get one twice: its check-in's id lets the device collapse the two.
  const countPushes = (): number =>
    new Set(sns.accepted.slice(pushesBefore).map(({ attributes }) => attributes['checkinId'])).size;
  // They are delivered in parallel with the requests.
  const due = numbers.filter(isPushed).length;
  for (let seconds = 0; countPushes() < due && seconds < MAX_PUSH_SECONDS; seconds += 1) await sleep(1_000);
  await sleep(2_000);
  const pushes = countPushes();
  const doubled = Math.max(0, pushes - due);
  const sorted = waits.toSorted((a, b) => a - b);
  const late = sorted.filter((wait) => wait > DISPLAY_WITHIN_MS).length;
  console.log(
    [
      `${language}: ${swipes} swipes, ${requests} requests, ${injected} faults of the network beside the service's own`,
      `  sent at once ${atOnce.length} in ${onlineSeconds.toFixed(0)} s: confirmed ${confirmed}, queued ${later}`,
      `  queue ${stored}, sent in ${sendingSeconds.toFixed(0)} s, after that ${left}`,
      `  lost ${lost}, doubled ${doubled}, pushes ${pushes} of ${due}`,
      `  display: median ${percentile(sorted, 0.5)} ms, 99 % ${percentile(sorted, 0.99)} ms, longest ${percentile(sorted, 1)} ms, later than 1 s ${late}`,
    ].join('\n'),
  );
  return lost === 0 && doubled === 0 && left === 0;
};

let isGood = true;
for (const language of installedLanguages())
  if (only === undefined || only === language) isGood = (await runLanguage(language)) && isGood;
await proxy.stop();
await sns.stop();
stores.close();
await service.stop();
await rm(folder, { recursive: true });
process.exitCode = isGood ? 0 : 1;
