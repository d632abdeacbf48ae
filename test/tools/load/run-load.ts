import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedDatabase } from '../../../lib/local/embedded-database.ts';
import { startMeasuredService, type MemoryUse } from '../../support/measured-service.ts';
import { readWholeNumber } from '../../support/read-whole-number.ts';
import { logIn, type TokenSet } from '../../support/running-service.ts';
import { createTestStores, type TestStores } from '../../support/test-stores.ts';
import { createPeople, type Person } from './create-people.ts';
import { makeMorningRequests, planArrivals, type LoadRequest } from './morning-peak.ts';
import { makeTally, type Tally } from './tally.ts';

const HELP = `Usage: npm run load -- [--seconds 60] [--peak 100] [--people 3000]

Sends the local service the requests of a morning: few at first, most in the middle, few at the end.
  --seconds  how long
  --peak     requests per second in the middle; they are sent even if earlier ones have no response yet
  --people   how many people; the demo has three, so 3000 are a thousand times its data
Exit code 1 if a response was not the expected one, or a check-in was lost or counted twice.`;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    peak: { type: 'string', default: '100' },
    people: { type: 'string', default: '3000' },
    help: { type: 'boolean' },
  },
});

const RESPONSE_MILLISECONDS = 10_000;

interface Driven {
  readonly url: string;
  readonly tally: Tally;
  tokens: TokenSet;
  /** The sum of the acknowledged counts. */
  checkedIn: number;
}

const headersOf = ({ headers, bearer }: LoadRequest, tokens: TokenSet): Record<string, string> => ({
  'Content-Type': 'application/json',
  ...headers,
  ...(bearer && { Authorization: `Bearer ${tokens[bearer]}` }),
});

const send = async (driven: Driven, request: LoadRequest): Promise<string | undefined> => {
  const { method, path, body, status } = request;
  const response = await fetch(driven.url + path, {
    method,
    headers: headersOf(request, driven.tokens),
    signal: AbortSignal.timeout(RESPONSE_MILLISECONDS),
    ...(body && { body: JSON.stringify(body) }),
  });
  const received = (await response.json()) as Partial<TokenSet> & { checkinCount?: number };
  driven.checkedIn += received.checkinCount ?? 0;
  if (request.name === 'refresh' && response.ok) driven.tokens = received as TokenSet;
  return response.status === status ? undefined : `${request.name} got ${response.status}`;
};

/** @param plannedAt when the request should be sent. A delay of this program counts as part of the response time. */
const drive = async (driven: Driven, request: LoadRequest, plannedAt: number): Promise<void> => {
  const fault = await send(driven, request).catch(
    (error: unknown) => `${request.name} got no response: ${String(error)}`,
  );
  driven.tally.add(request.name, performance.now() - plannedAt, fault);
};

/** Sends every request at its planned time, even if earlier ones have no response yet. */
const driveAll = async (driven: Driven, next: () => LoadRequest, seconds: number, peak: number): Promise<void> => {
  const started = performance.now();
  const underway: Promise<void>[] = [];
  for (const at of planArrivals(seconds, peak)) {
    const plannedAt = started + at * 1_000;
    await sleep(Math.max(0, plannedAt - performance.now()));
    underway.push(drive(driven, next(), plannedAt));
  }
  await Promise.all(underway);
};

const countCheckedIn = async (stores: TestStores, companyId: string, people: readonly Person[]): Promise<number> => {
  let count = 0;
  for (const { id } of people) {
    const bookings = await stores.bookings.list({ companyId, userId: id });
    count += bookings.filter(({ checkin }) => checkin).length;
  }
  return count;
};

const printMemory = (when: string, { rss, heapUsed }: MemoryUse): void => {
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
  console.log(`Memory ${when}: ${megabytes(rss)}, of which JavaScript needs ${megabytes(heapUsed)}.`);
};

const run = async (seconds: number, peak: number, size: number): Promise<boolean> => {
  const database = await startEmbeddedDatabase({ port: 0 });
  const stores = createTestStores(database.url);
  const service = await startMeasuredService({
    AWS_ENDPOINT_URL_DYNAMODB: database.url,
    DEMO: '0',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    POWERTOOLS_METRICS_DISABLED: 'true',
  });
  try {
    const { client, people } = await createPeople(stores, size);
    const { url } = service;
    const driven: Driven = { url, tally: makeTally(), tokens: await logIn(url, client), checkedIn: 0 };
    printMemory('at the start', await service.measureMemory());
    console.log(`For ${seconds} s, up to ${peak} requests per second …`);
    await driveAll(driven, makeMorningRequests(people, client), seconds, peak);
    console.log(driven.tally.table(seconds));
    printMemory('at the end', await service.measureMemory());
    const found = await countCheckedIn(stores, client.companyId, people);
    console.log(`Check-ins: ${driven.checkedIn} acknowledged, ${found} bookings checked in.`);
    return driven.tally.faults() === 0 && found === driven.checkedIn;
  } finally {
    stores.close();
    await service.stop();
    await database.stop();
  }
};

if (values.help) console.log(HELP);
else {
  const seconds = readWholeNumber('--seconds', values.seconds, 1);
  const peak = readWholeNumber('--peak', values.peak, 1);
  const size = readWholeNumber('--people', values.people, 1);
  process.exitCode = (await run(seconds, peak, size)) ? 0 : 1;
}
