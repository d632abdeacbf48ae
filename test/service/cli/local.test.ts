import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { localTableNames } from '../../../shared/local-service.ts';
import { makeTestBookingStore } from '../../support/booking-store.ts';
import { makeUserStore } from '../../../shared/adapters/dynamodb/user-store.ts';
import { useOneAttempt } from '../../support/one-attempt.ts';
import { runAdminHere } from './run-admin.ts';
import { listModules, packagesIn, spawnAdmin } from './spawn-admin.ts';
import { startTestDatabase, type TestDatabase } from './start-test-database.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  useOneAttempt();
  [database, folder] = await Promise.all([
    startTestDatabase(localTableNames),
    mkdtemp(join(tmpdir(), 'admin-service-')),
  ]);
});

afterAll(() => Promise.all([database.stop(), rm(folder, { recursive: true })]));

const environment = () => ({ DYNAMODB_PORT: new URL(database.url).port });

const admin = async (...words: string[]) => {
  const { stdout, ...ended } = await runAdminHere([...words, '--local', '--json'], environment());
  if (stdout === '') throw new Error(ended.stderr);
  return { ...ended, value: JSON.parse(stdout) as Record<string, unknown> };
};

const writeLines = async (name: string, ...lines: string[]): Promise<string> => {
  const file = join(folder, name);
  await writeFile(file, lines.join('\r\n'));
  return file;
};

describe('The command line on the local service', () => {
  it('creates, rotates, disables and deletes an API client', async () => {
    const created = await admin('clients', 'create', '--company', 'acme', '--name', 'Gate 1');
    const clientId = created.value['clientId'] as string;
    const rotated = await admin('clients', 'rotate', clientId);
    const disabled = await admin('clients', 'disable', clientId);
    const listed = await admin('clients', 'list', '--company', 'acme');
    const deleted = await admin('clients', 'delete', clientId, '--yes');
    expect(rotated.value['clientSecret']).not.toBe(created.value['clientSecret']);
    expect(disabled.value).toMatchObject({ clientId, enabled: false, secrets: [{ live: true }, { live: true }] });
    expect(listed.value).toEqual([disabled.value]);
    expect([deleted.code, deleted.stderr]).toEqual([0, '']);
    expect((await admin('clients', 'list', '--company', 'acme')).value).toEqual([]);
  });

  it('imports users, once, and shows them by each of their identifiers', async () => {
    const file = await writeLines('users.csv', 'companyId,id,uid,email', 'acme,1,"0,1",Ada@Example.com', 'acme,2,,');
    const counts = { read: 2, deleted: 0, failed: 0, errors: [] };
    expect((await admin('users', 'import', file)).value).toEqual({ ...counts, written: 2, unchanged: 0 });
    expect((await admin('users', 'import', file)).value).toEqual({ ...counts, written: 0, unchanged: 2 });
    const ada = { companyId: 'acme', id: 1, uid: '0,1', email: 'ada@example.com', devices: [] };
    for (const identifier of [
      ['--id', '1'],
      ['--uid', '0,1'],
      ['--email', 'ADA@example.com'],
    ])
      expect((await admin('users', 'show', '--company', 'acme', ...identifier)).value).toMatchObject(ada);
  });

  it('resolves a relative path from the folder in which npm was called, and loads no client of a service that it does not call', async () => {
    await writeLines('relative.csv', 'companyId,id', 'relative,1');
    const words = ['users', 'import', 'relative.csv', '--local', '--json'];
    const variables = { ...environment(), INIT_CWD: folder, NODE_OPTIONS: listModules };
    const { code, stdout, stderr } = await spawnAdmin(words, variables);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { written: 1 }]);
    const clients = packagesIn(stderr).filter((name) => name.startsWith('@aws-sdk/client-'));
    expect(clients.toSorted()).toEqual(['@aws-sdk/client-dynamodb', '@aws-sdk/client-secrets-manager']);
  });

  it('imports the valid bookings of a file with invalid ones, and changes them without undoing a check-in', async () => {
    const line = { companyId: 'acme', bookingId: 'b1', userId: 7, kind: 'position' };
    const period = { checkinOpensAt: '2026-11-21T08:00:00Z', noShowAt: '2026-11-21T09:00:00Z' };
    const before = await writeLines('before.ndjson', JSON.stringify({ ...line, ...period }), '{');
    const after = await writeLines('after.ndjson', JSON.stringify({ ...line, ...period, name: 'Desk 7' }));
    const bookings = makeTestBookingStore(database.database, localTableNames.bookings);
    const at = Date.parse(period.checkinOpensAt);
    const record = { clientId: 'c', requestId: 'r', checkinId: 'i', notify: false };

    await makeUserStore(database.database, localTableNames.users).save({ companyId: 'acme', id: 7 });
    const first = await admin('bookings', 'import', before);
    await bookings.checkIn({ companyId: 'acme', userId: 7 }, 'b1', { at, receivedAt: at, ...record });
    const second = await admin('bookings', 'import', after);

    expect(first).toMatchObject({ code: 1, value: { written: 1, failed: 1, errors: [{ line: 2 }] } });
    expect(second).toMatchObject({ code: 0, value: { written: 1, failed: 0 } });
    expect((await admin('bookings', 'list', '--company', 'acme', '--user', '7')).value).toMatchObject([
      { bookingId: 'b1', name: 'Desk 7', checkin: { at: '2026-11-21T08:00:00.000Z', ...record } },
    ]);
  });

  it('reports what it can reach, and what to do about the parts that it cannot reach', async () => {
    const { stdout, code } = await runAdminHere(['doctor', '--local', '--json'], { ...environment(), PORT: '1' });
    const value = JSON.parse(stdout) as Record<string, unknown>;
    const findings = value['findings'] as { check: string; ok: boolean; message: string }[];
    // This database has tables, but there are no signing keys and no API.
    expect(code).toBe(1);
    expect(findings.filter(({ ok }) => ok).map(({ check }) => check)).toEqual([
      'clock',
      ...Object.keys(localTableNames).map((id) => `table ${id}`),
    ]);
    expect(findings.filter(({ ok }) => !ok).map(({ check }) => check)).toEqual(['signing key', 'api']);
  });

  it('uses AWS_ENDPOINT_URL_DYNAMODB in preference to DYNAMODB_PORT', async () => {
    const words = ['clients', 'list', '--company', 'acme', '--local'];
    const ended = await runAdminHere(words, { AWS_ENDPOINT_URL_DYNAMODB: database.url, DYNAMODB_PORT: '1' });
    expect(ended).toEqual({ code: 0, stdout: 'No API clients.\n', stderr: '' });
  });
});

describe('If the local service is missing or incomplete, the command line', () => {
  it('says what to check, and that an import can be run again', async () => {
    const file = await writeLines('away.csv', 'companyId,id', 'acme,1');
    const { code, stdout, stderr } = await runAdminHere(['users', 'import', file, '--local'], { DYNAMODB_PORT: '1' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^The import stopped\. 0 read: .* that is safe\.\nDynamoDB is not available: .*npm start/);
    expect(stderr).not.toMatch(/^ {4}at /m);
  });

  it('says once in doctor that the database cannot be reached, and which port to set', async () => {
    const { code, stdout } = await runAdminHere(['doctor', '--local'], { DYNAMODB_PORT: '1', PORT: '1' });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^FAIL {2}connection: DynamoDB is not available: .* set DYNAMODB_PORT to the port .*\n$/);
  });

  it('reports missing tables', async () => {
    const names = {
      apiClients: 'OtherA',
      users: 'OtherU',
      bookings: 'OtherB',
      checkinAttempts: 'OtherC',
      checkinLog: 'OtherL',
      auditLog: 'OtherA',
      auditDetails: 'OtherD',
      members: 'OtherM',
      signingKeys: 'OtherS',
    };
    const other = await startTestDatabase(names);
    const ended = await runAdminHere(['clients', 'list', '--local'], { AWS_ENDPOINT_URL_DYNAMODB: other.url });
    await other.stop();
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/^A table is missing: .*Check that the local service is running/);
  });

  it.each(['x', '0', '65536'])('refuses the port %s', async (port) => {
    const ended = await runAdminHere(['clients', 'list', '--local'], { DYNAMODB_PORT: port });
    expect(ended).toEqual({ code: 1, stdout: '', stderr: `DYNAMODB_PORT is "${port}" and must be a port number.\n` });
  });
});
