/**
 * Generates clients from docs/openapi.json and drives each against the running service: every field that a caller sets must arrive
 * unchanged, and no other field may arrive.
 * usage: npx node test/tools/generated-clients/run-generated-clients.ts
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'expect';
import { startFaultyProxy, withMembers, type SentRequest } from '../../support/faulty-proxy.ts';
import { runServiceInMemory, type RunningService, type TestClient } from '../../support/running-service.ts';
import { cacheFolder } from '../installed-programs.ts';
import { runTool, type ToolRun } from '../run-tool.ts';
import { bookedAt, expectedBodies, expectedKeys, expectedOutput } from './calls.ts';
import { generate, missingPrograms, VERSION } from './generator.ts';
import { languages, type Language } from './languages.ts';

const HELP = `Usage: npx node test/tools/generated-clients/run-generated-clients.ts

Generates clients with openapi-generator ${VERSION} from docs/openapi.json, and makes the same calls with each: log-ins, check-ins, a batch,
sync and a refresh. Every field must arrive as set, no other field may arrive, and the client must understand the responses.
Needs Java 17 or later, Maven, and the tools of each language; a language whose tools are missing is skipped. The first run
downloads the generator and the clients' packages (Maven Central, PyPI, the Go module proxy) into ${cacheFolder} and the
tools' own caches.`;

const HOUR = 60 * 60_000;
const DATE = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

/** Gives dates one format, because clients write the same date in different ways. */
const normalizeDate = (_: string, value: unknown): unknown =>
  typeof value === 'string' && DATE.test(value) ? new Date(value).toISOString() : value;

/** Parses the JSON or the form that a client sent. @returns undefined if the request has no body */
const parseBody = ({ headers, body }: SentRequest): unknown => {
  if (body === '') return undefined;
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  return isForm ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body, normalizeDate);
};

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

/** Drives the client of a language, and compares the requests, the responses and the database with the expected values. */
const checkLanguage = async (language: Language, service: RunningService, { checks, folder }: ToolRun) => {
  const { name } = language;
  const equal = (what: string, found: unknown, expected: unknown) => checks.equal(`${name}: ${what}`, found, expected);
  const proxy = await startFaultyProxy(service.url);
  // Clients must accept members that later versions of the service add.
  proxy.inject(() => withMembers({ memberOfALaterVersion: [1] }));
  try {
    await mkdir(folder);
    await generate(language, join(folder, 'client'));
    const client = await service.aClient(undefined, ['checkin', 'sync']);
    await addPeople(service, client);
    const { companyId, clientId, clientSecret } = client;
    const environment = { BASE_URL: proxy.url, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
    const output = JSON.parse(await language.drive(folder, environment)) as typeof expectedOutput;

    const received = (route: string) => proxy.sent().filter(({ line }) => line === route);
    for (const [route, bodies] of Object.entries(expectedBodies)) equal(route, received(route).map(parseBody), bodies);
    const keys = received('POST /scheduling/checkin').map(({ headers }) => headers['idempotency-key']);
    equal('Idempotency-Key', keys, expectedKeys);
    equal('GET /auth/refresh-token', received('GET /auth/refresh-token').map(parseBody), [undefined]);
    expect(output).toMatchObject(expectedOutput);
    const { stores } = service;
    equal('the user of the badge after sync', await stores.users.findId(companyId, ['uid', 'BADGE-0001']), 1);
    const bookings = await stores.bookings.list({ companyId, userId: 1 });
    const checkedIn = bookings.flatMap(({ bookingId, checkin }) => (checkin ? [[bookingId, checkin.reader]] : []));
    equal('checked-in bookings', checkedIn, [['desk', 'Main entrance']]);
  } finally {
    await proxy.stop();
  }
};

await runTool({
  help: HELP,
  missing: missingPrograms,
  run: async (run) => {
    process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT';
    const service = await runServiceInMemory();
    run.defer(() => service.stop());
    for (const language of languages) {
      const { name, generator } = language;
      const missing = language.missing();
      if (missing !== undefined) console.log(`${name}: skipped, because this machine does not have ${missing}.`);
      else {
        const folder = join(run.folder, generator);
        await run.checks.attempt(name, () => checkLanguage(language, service, { ...run, folder }));
      }
    }
  },
});
