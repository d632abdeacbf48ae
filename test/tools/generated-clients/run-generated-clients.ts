import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { cacheFolder } from '../installed-programs.ts';
import { readOptions } from '../read-options.ts';
import { runServiceInMemory, type RunningService, type TestClient } from '../../support/running-service.ts';
import { bookedAt, expectedBodies, expectedKeys, expectedOutput } from './calls.ts';
import { generate, missingPrograms, VERSION } from './generator.ts';
import { languages, type Language } from './languages.ts';
import { startRecordingProxy, type SentRequest } from './recording-proxy.ts';

readOptions(`Usage: npm run test:generated-clients

Generates clients with openapi-generator ${VERSION} from docs/openapi.json, and makes the same calls with each: log-ins, check-ins, a batch,
sync and a refresh. Every field must arrive as set, no other field may arrive, and the client must understand the responses.
Needs Java 17 or later, Maven, and the tools of each language; a language whose tools are missing is skipped. The first run
downloads the generator and the clients' packages (Maven Central, PyPI, the Go module proxy) into ${cacheFolder} and the
tools' own caches.
Exit code 0 if every check passes, 1 if a check fails, 2 if the test cannot run here.`);

const HOUR = 60 * 60_000;

const addPeople = async ({ stores }: RunningService, { companyId }: TestClient): Promise<void> => {
  await stores.users.save({ companyId, id: 1, uid: 'BADGE-0001', email: 'ada@demo.example' });
  await stores.users.save({ companyId, id: 2, uid: 'BADGE-0002', email: 'grace@demo.example' });
  const bookings = [
    { userId: 1, bookingId: 'desk', at: bookedAt },
    { userId: 1, bookingId: 'today', at: Date.now() },
    { userId: 2, bookingId: 'desk', at: bookedAt },
  ];
  for (const { userId, bookingId, at } of bookings) {
    const period = { checkinOpensAt: at - HOUR, noShowAt: at + HOUR };
    await stores.bookings.save({ user: { companyId, userId }, bookingId, kind: 'position', ...period });
  }
};

const withoutFalse = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, field: unknown) => (field === false ? undefined : field)));

/**
 * Compares the requests, the database and the driver's output with the expected values.
 * @param output the JSON that the driver printed
 * @returns a line for each difference
 */
const findFaults = async (
  { stores }: RunningService,
  { companyId }: TestClient,
  { sendsFalse }: Language,
  requests: readonly SentRequest[],
  output: string,
): Promise<string[]> => {
  const normalize = sendsFalse ? withoutFalse : (value: unknown) => value;
  const faults: string[] = [];
  const compare = (subject: string, actual: unknown, expected: unknown): void => {
    if (!isDeepStrictEqual(actual, expected))
      faults.push(`${subject}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  };
  for (const [route, bodies] of Object.entries(expectedBodies)) {
    const received = requests.filter((request) => request.route === route).map(({ body }) => body);
    compare(route, normalize(received), normalize(bodies));
  }
  const checkins = requests.filter(({ route }) => route === 'POST /scheduling/checkin');
  const keys = checkins.map(({ idempotencyKey }) => idempotencyKey);
  compare('Idempotency-Key', keys, expectedKeys);
  const refreshes = requests.filter(({ route }) => route === 'GET /auth/refresh-token').map(({ body }) => body);
  compare('GET /auth/refresh-token', refreshes, [undefined]);
  compare('responses, as the client read them', JSON.parse(output), expectedOutput);
  compare('the user of the badge after sync', await stores.users.findId(companyId, { uid: 'BADGE-0001' }), 1);
  const bookings = await stores.bookings.list({ companyId, userId: 1 });
  compare(
    'checked-in bookings',
    bookings.flatMap(({ bookingId, checkin }) => (checkin ? [[bookingId, checkin.reader]] : [])),
    [['desk', 'Main entrance']],
  );
  return faults;
};

const runLanguage = async (language: Language, service: RunningService): Promise<readonly string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'generated-client-'));
  const proxy = await startRecordingProxy(service.url);
  try {
    await generate(language, join(folder, 'client'));
    const client = await service.aClient(undefined, ['checkin', 'sync']);
    await addPeople(service, client);
    const { clientId, clientSecret } = client;
    const environment = { BASE_URL: proxy.url, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
    const output = await language.drive(folder, environment);
    return await findFaults(service, client, language, proxy.requests, output);
  } catch (error) {
    return [(error as Error).message];
  } finally {
    await proxy.stop();
    await rm(folder, { recursive: true });
  }
};

const runAll = async (): Promise<number> => {
  const service = await runServiceInMemory();
  let failed = 0;
  for (const language of languages) {
    const { name } = language;
    const missing = language.missing();
    if (missing !== undefined) {
      console.log(`${name}: skipped, because this machine does not have ${missing}.`);
      continue;
    }
    const startedAt = performance.now();
    const faults = await runLanguage(language, service);
    failed += faults.length > 0 ? 1 : 0;
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
    console.log([`${name}: ${faults.length === 0 ? 'passed' : 'FAILED'} in ${seconds} s`, ...faults].join('\n  '));
  }
  await service.stop();
  return failed === 0 ? 0 : 1;
};

const missing = missingPrograms();
if (missing.length > 0) {
  console.log(`Not run: this machine does not have ${missing.join(' and ')}.`);
  process.exitCode = 2;
} else {
  process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT';
  process.exitCode = await runAll();
}
