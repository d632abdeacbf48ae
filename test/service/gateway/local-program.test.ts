import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startEmbeddedDatabase } from '../../../lib/local/backend.ts';
import { useOneAttempt } from '../../support/one-attempt.ts';
import { runLocalHere, tryStartHere, type LocalHere } from '../../support/run-local-here.ts';
import { useFolder } from '../../support/use-folder.ts';
import { LONG_DEADLINES, runLocalProgram, spawnLocal, type LocalProcess } from '../../support/spawn-local.ts';

let program: LocalProcess | undefined;
const folder = useFolder();

beforeAll(useOneAttempt);
afterAll(() => void program?.process.kill('SIGKILL'));

const services: LocalHere[] = [];
const startHere = async (settings: Record<string, string>): Promise<LocalHere> => {
  const local = await runLocalHere(settings);
  services.push(local);
  return local;
};
// Every service is stopped, even if a test fails.
afterEach(async () => {
  for (const local of services.splice(0)) await local.stop();
});

/**
 * Runs the printed commands in a shell.
 * @returns their output
 */
const paste = async ({ greeting }: Pick<LocalProcess, 'greeting'>): Promise<Record<string, unknown>[]> => {
  const lines = greeting.split('\n').filter((line) => line.includes('curl '));
  const { stdout } = await promisify(execFile)('bash', ['-c', lines.join('\n')]);
  const responses = stdout.trim().split('\n');
  return responses.map((response) => JSON.parse(response) as Record<string, unknown>);
};

const checkIn = (url: string, accessToken: unknown): Promise<Response> =>
  fetch(`${url}/scheduling/checkin`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${String(accessToken)}` },
    body: '{"id":3}',
  });

/** Returns the page of the console's issuer that lists the people who can sign in. */
const openSignIn = async (url: string): Promise<string> => {
  const parameters = new URLSearchParams({
    client_id: 'checkin-console',
    redirect_uri: `${url}/console/`,
    response_type: 'code',
    scope: 'openid checkin-console/admin',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  });
  const { headers } = await fetch(`${url}/console/oidc/auth?${parameters.toString()}`, { redirect: 'manual' });
  const cookie = headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const page = await fetch(new URL(headers.get('location') ?? '', url), { headers: { cookie } });
  expect(page.status).toBe(200);
  return page.text();
};

describe('The service on one machine', () => {
  it('prints commands that work when pasted, and persists its data, keys and demo in a directory', async () => {
    const settings = { DATA_DIR: folder('data') };
    const first = await spawnLocal({ NODE_OPTIONS: LONG_DEADLINES, ...settings });
    program = first;
    const [logIn, checkin, refresh, ...more] = await paste(first);
    expect([logIn, refresh]).toEqual([
      expect.objectContaining({ accessToken: expect.any(String) }),
      expect.objectContaining({ accessToken: expect.any(String) }),
    ]);
    expect(refresh?.['accessToken']).not.toBe(logIn?.['accessToken']);
    expect(checkin).toMatchObject({ statusCode: 200, checkinCount: 2 });
    expect(more).toEqual([]);

    first.process.kill('SIGTERM');
    expect(await first.ended).toEqual({ code: 0, stderr: '' });
    // Every request, push and event has one line. No line has a secret. The check-ins seeded for the demo cause no events.
    expect((await first.rest).trimEnd().split('\n').toSorted()).toEqual([
      expect.stringMatching(/^Event checkin\.performed: .+"userId":1,/),
      expect.stringMatching(/^Event checkin\.performed: .+"userId":1,/),
      expect.stringMatching(/^GET \/auth\/refresh-token 200 \d+ ms$/),
      expect.stringMatching(/^POST \/auth 201 \d+ ms$/),
      expect.stringMatching(/^POST \/scheduling\/checkin 200 \d+ ms$/),
      expect.stringMatching(/^Push to .+"body":"Desk 4.12 and Parking P7"/),
    ]);

    // A token names the URL of the service that issued it, so the restarted service needs the same port to accept the token.
    const second = await startHere({ ...settings, PORT: new URL(first.url).port });
    expect((await checkIn(second.url, logIn?.['accessToken'])).status).toBe(200);
    expect((await paste(second))[1]).toMatchObject({ checkinCount: 2 });
    await second.stop();
  });

  it('uses an existing DynamoDB, and creates the missing tables in it', async () => {
    const database = await startEmbeddedDatabase({ port: 0 });
    const local = await startHere({ AWS_ENDPOINT_URL_DYNAMODB: database.url });
    expect(local.greeting).toContain(`DynamoDB         ${database.url}\n`);
    expect((await paste(local))[1]).toMatchObject({ checkinCount: 2 });
    await local.stop();
    await database.stop();
  });

  it('starts without the demo if DEMO is 0, and injects the configured faults', async () => {
    const local = await startHere({ DEMO: '0', FAULTS: '503:100%' });
    expect(local.greeting).not.toContain('curl');
    const response = await fetch(`${local.url}/auth`, { method: 'POST', body: '{}' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await response.json()).toMatchObject({ statusCode: 503, requestId: expect.any(String) });
    expect(await openSignIn(local.url)).toContain('Nobody can sign in yet');
    expect(await local.stop()).toContain('auth: 503 (FAULTS)');
  });
});

describe('At its start, the service', () => {
  it.each([
    ['PORT', 'DYNAMODB_PORT'],
    ['DYNAMODB_PORT', 'PORT'],
  ])('reports in one sentence that the port in %s is in use', async (setting, other) => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const port = String((server.address() as AddressInfo).port);
    expect(await tryStartHere({ [setting]: port, [other]: '0', DEMO: '0' })).toEqual({
      code: 1,
      printed: [`Port ${port} is in use: set ${setting} to another port, or to 0 for any free one.`],
    });
    server.close();
  });

  it('reports in one sentence that the database is unavailable', async () => {
    // Nothing listens on TCP port 1. A free port could be taken by another test in the meantime.
    const url = 'http://127.0.0.1:1';
    const { code, printed } = await tryStartHere({ PORT: '0', AWS_ENDPOINT_URL_DYNAMODB: url });
    expect(code).toBe(1);
    expect(printed).toEqual([
      expect.stringMatching(new RegExp(`^The DynamoDB at ${url} cannot be used: .*ECONNREFUSED.*\\.$`)),
    ]);
  });

  it.each([
    [
      'signing key',
      'LocalSecrets',
      /service\.sqlite cannot be used \(.*full.*\): set DATA_DIR to another directory\.$/,
    ],
    ['demo data', 'Users', /^The DynamoDB at \S+ cannot be used: .*full.*\.$/],
  ])('reports in one sentence that the disk is too full for the %s', async (_, table, sentence) => {
    const DATA_DIR = folder(`full-disk-${table}`);
    await (await startEmbeddedDatabase({ port: 0, directory: DATA_DIR })).stop();
    const file = new DatabaseSync(join(DATA_DIR, 'service.sqlite'));
    file.exec(`CREATE TRIGGER full BEFORE INSERT ON items WHEN NEW.name = '${table}'
      BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
    file.close();
    expect(await tryStartHere({ DATA_DIR })).toEqual({ code: 1, printed: [expect.stringMatching(sentence)] });
  });

  it('rejects an unknown option, and exits with code 1', async () => {
    expect(await runLocalProgram(['--halp'])).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Unknown option '--halp'[^\n]*\n$/),
    });
  });
});
