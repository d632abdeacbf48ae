/**
 * Records the tables of version 1.0, to test upgrades. Starts version 1.0 from this repository's history on one machine, creates
 * API clients, users, bookings, a device, tokens and a check-in, and saves the tables and signing keys in
 * test/support/version-1.0.json:
 *
 *   npm run record:version-1.0
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { checkOutVersion, VERSION_1_0 } from '../upgrade/old-version.ts';

const RECORDING = join(import.meta.dirname, '../../support/version-1.0.json');
/** Not included: the table that only the local service of version 1.0 used. */
const TABLES = ['ApiClients', 'Users', 'Bookings', 'CheckinAttempts'];
const HOUR = 60 * 60_000;
const DEVICE = 'arn:aws:sns:eu-central-1:123456789012:endpoint/APNS/desk-app/5e3e9847-3183-3f18-a7e8-671c3a57d4b3';

const version = await checkOutVersion(VERSION_1_0);
const folder = mkdtempSync(join(tmpdir(), 'version-1.0-'));
const service = await version.start({ DATA_DIR: folder });
const client = new DynamoDBClient({
  endpoint: service.databaseUrl,
  region: 'eu-central-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});

const call = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
  const response = await fetch(service.url + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
};
const bearer = (token = '') => ({ Authorization: `Bearer ${token}` });
const importLines = async (noun: string, lines: readonly object[]) => {
  const file = join(folder, `${noun}.ndjson`);
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  await service.admin(noun, 'import', file);
};

const at = Date.now();
const moment = (milliseconds: number) => new Date(milliseconds).toISOString();
const period = { checkinOpensAt: moment(at - 2 * HOUR), noShowAt: moment(at + 2 * HOUR) };

const gate = (await service.admin('clients', 'create', '--company', 'acme', '--name', 'Gate 1')) as {
  clientId: string;
  clientSecret: string;
};
const { clientId } = gate;
const rotated = (await service.admin('clients', 'rotate', clientId, '--grace-hours', '24')) as typeof gate;
const closed = (await service.admin('clients', 'create', '--company', 'acme', '--name', 'Closed')) as typeof gate;
await service.admin('clients', 'disable', closed.clientId);

await importLines('users', [
  { companyId: 'acme', id: 42, uid: 'badge-42', email: 'Ada@Example.com' },
  { companyId: 'acme', id: 43, uid: 'badge-43' },
]);
await service.admin('devices', 'add', '--company', 'acme', '--user', '42', '--endpoint', DEVICE);
const desk = { companyId: 'acme', userId: 42, bookingId: 'desk', kind: 'position', name: 'Desk 7', ...period };
await importLines('bookings', [
  desk,
  { ...desk, bookingId: 'garage', kind: 'parking', name: 'P 1' },
  { ...desk, userId: 43 },
  { ...desk, bookingId: 'tomorrow', checkinOpensAt: moment(at + 22 * HOUR), noShowAt: moment(at + 26 * HOUR) },
]);

const first = await call('POST', '/auth', {}, { clientId, clientSecret: gate.clientSecret });
const second = await call('GET', '/auth/refresh-token', bearer(first.body['refreshToken']));
const swipe = { uid: 'badge-42', date: moment(at), notify: true };
const checkin = await call(
  'POST',
  '/scheduling/checkin',
  { ...bearer(first.body['accessToken']), 'Idempotency-Key': 'swipe-1' },
  swipe,
);
const recordedAt = Date.now();

const tables = Object.fromEntries(
  await Promise.all(
    TABLES.map(async (TableName) => [TableName, (await client.send(new ScanCommand({ TableName }))).Items]),
  ),
) as Record<string, unknown>;
const recording = {
  commit: VERSION_1_0,
  recordedAt,
  clientId,
  secrets: { older: gate.clientSecret, newer: rotated.clientSecret },
  closed: closed.clientId,
  tokens: { first: first.body, second: second.body },
  checkin: { idempotencyKey: 'swipe-1', request: swipe, response: checkin.body },
  signingKeys: JSON.parse(readFileSync(join(folder, 'signing-keys.json'), 'utf8')) as unknown,
  tables,
};
writeFileSync(RECORDING, `${JSON.stringify(recording, null, 2)}\n`);

client.destroy();
await service.stop();
await version.remove();
rmSync(folder, { recursive: true });
