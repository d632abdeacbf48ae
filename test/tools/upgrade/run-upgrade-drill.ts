/**
 * Upgrades a service of version 1.0 to this version and takes it back, with version 1.0's own code from this repository's history:
 *
 *   npm run test:upgrade                                                              on the embedded database
 *   AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8001 npm run test:upgrade              on DynamoDB Local, started empty
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkOutVersion, thisVersion, VERSION_1_0, type RunningVersion } from './old-version.ts';

const HOUR = 60 * 60_000;
const external = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
const folder = mkdtempSync(join(tmpdir(), 'upgrade-drill-'));
const settings = {
  DATA_DIR: folder,
  ...(external !== undefined && {
    AWS_ENDPOINT_URL_DYNAMODB: external,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  }),
};

let failures = 0;
const check = (what: string, isTrue: boolean, seen?: unknown): void => {
  if (!isTrue) failures += 1;
  console.log(`${isTrue ? 'ok  ' : 'FAIL'}  ${what}${isTrue ? '' : `: ${JSON.stringify(seen)}`}`);
};

const call = async ({ url }: RunningVersion, method: string, path: string, token?: string, body?: object) => {
  const response = await fetch(url + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token !== undefined && { Authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
};
const logIn = (service: RunningVersion, clientId: string, clientSecret: string) =>
  call(service, 'POST', '/auth', undefined, { clientId, clientSecret });
const refresh = (service: RunningVersion, token = '') => call(service, 'GET', '/auth/refresh-token', token);
const checkIn = (service: RunningVersion, token = '', id = 1) =>
  call(service, 'POST', '/scheduling/checkin', token, { id });

const began = Date.now();
const old = await checkOutVersion(VERSION_1_0);
try {
  let service = await old.start(settings);
  type Created = { clientId: string; clientSecret: string };
  const gate = (await service.admin('clients', 'create', '--company', 'acme', '--name', 'Gate')) as Created;
  const importLines = async (noun: string, lines: readonly object[]) => {
    const file = join(folder, `${noun}.ndjson`);
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    await service.admin(noun, 'import', file);
  };
  const moment = (offset: number) => new Date(began + offset).toISOString();
  const people = [1, 2, 3, 4];
  await importLines(
    'users',
    people.map((id) => ({ companyId: 'acme', id, uid: `badge-${id}` })),
  );
  await importLines(
    'bookings',
    people.map((userId) => ({
      companyId: 'acme',
      userId,
      bookingId: 'desk',
      kind: 'position',
      checkinOpensAt: moment(-2 * HOUR),
      noShowAt: moment(2 * HOUR),
    })),
  );
  const first = await logIn(service, gate.clientId, gate.clientSecret);
  const second = await refresh(service, first.body['refreshToken']);
  check('1.0 checks in', (await checkIn(service, first.body['accessToken'], 1)).body['checkinCount'] === (1 as never));
  await service.stop();

  const upgraded = Date.now();
  service = await thisVersion.start(settings);
  console.log(`      this version was ready ${Date.now() - upgraded} ms after the upgrade began`);
  check('1.0 access tokens are valid', (await checkIn(service, second.body['accessToken'], 2)).status === 200);
  const again = await refresh(service, first.body['refreshToken']);
  check('successors are the same bytes', JSON.stringify(again.body) === JSON.stringify(second.body), again);
  const third = await refresh(service, second.body['refreshToken']);
  check('1.0 families continue', third.status === 200, third);
  const bookings = await service.admin('bookings', 'backfill');
  check('the backfill adds to every booking', JSON.stringify(bookings) === '{"read":4,"written":4}', bookings);
  const repeated = await service.admin('bookings', 'backfill');
  check('… once', JSON.stringify(repeated) === '{"read":4,"written":0}', repeated);
  const listed = (await service.admin('users', 'list', '--company', 'acme')) as unknown[];
  check('the new indexes have every user', listed.length === people.length, listed);
  const fresh = await logIn(service, gate.clientId, gate.clientSecret);
  check('this version logs in', fresh.status === 201, fresh);
  await service.stop();

  service = await old.start(settings);
  check('back: 1.0 logs in', (await logIn(service, gate.clientId, gate.clientSecret)).status === 201);
  const earlier = await checkIn(service, first.body['accessToken'], 3);
  check('back: 1.0 accepts its own tokens', earlier.status === 200, earlier);
  const kept = await checkIn(service, second.body['accessToken'], 2);
  check('back: check-ins of this version stay', kept.body['checkinCount'] === (0 as never), kept);
  const newer = await checkIn(service, fresh.body['accessToken'], 4);
  check('back: 1.0 accepts tokens that this version made', newer.status === 200, newer);
  const refreshed = await refresh(service, fresh.body['refreshToken']);
  check('back: … and refreshes them', refreshed.status === 200, refreshed);
  // Version 1.0 makes the same set again, ignoring members that it does not know.
  const replayed = await refresh(service, second.body['refreshToken']);
  check('back: 1.0 returns the successor of a used refresh token again', replayed.status === 200, replayed);
  await service.stop();

  service = await thisVersion.start(settings);
  const forth = await checkIn(service, replayed.body['accessToken'], 4);
  check('and forth: this version accepts what 1.0 made in the meantime', forth.status === 200, forth);
  for (const { body } of [replayed, refreshed])
    check('and forth: … and refreshes it', (await refresh(service, body['refreshToken'])).status === 200);
  await service.stop();
} finally {
  await old.remove();
  rmSync(folder, { recursive: true });
}
console.log(`${failures ? 'FAILED' : 'PASSED'}, in ${Math.round((Date.now() - began) / 1000)} s`);
process.exitCode = failures ? 1 : 0;
