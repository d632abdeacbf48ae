import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startEmbeddedDatabase } from '../../../lib/local/embedded-database.ts';
import { LONG_DEADLINES, runLocalProgram, spawnLocal, type LocalProcess } from '../../support/spawn-local.ts';

const running: LocalProcess[] = [];

afterEach(() => {
  for (const { process } of running.splice(0)) process.kill('SIGKILL');
});

const start = async (settings: Record<string, string> = {}): Promise<LocalProcess> => {
  const local = await spawnLocal({ NODE_OPTIONS: LONG_DEADLINES, ...settings });
  running.push(local);
  return local;
};

const stop = (local: LocalProcess, signal: NodeJS.Signals = 'SIGTERM') => {
  local.process.kill(signal);
  return local.ended;
};

/**
 * Runs the printed commands in a shell.
 * @returns their output
 */
const paste = async ({ greeting }: LocalProcess): Promise<Record<string, unknown>[]> => {
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

const withFolder = async (use: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'local-service-'));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
};

describe('The service on one machine', () => {
  it('prints commands for log-in, check-in and refresh that work when pasted', async () => {
    const local = await start();
    const [logIn, checkin, refresh, ...more] = await paste(local);
    expect([logIn, refresh]).toEqual([
      expect.objectContaining({ accessToken: expect.any(String) }),
      expect.objectContaining({ accessToken: expect.any(String) }),
    ]);
    expect(refresh?.['accessToken']).not.toBe(logIn?.['accessToken']);
    expect(checkin).toMatchObject({ statusCode: 200, checkinCount: 2 });
    expect(more).toEqual([]);

    await stop(local);
    // One line for every request and every push, and no secret.
    expect((await local.rest).trimEnd().split('\n').toSorted()).toEqual([
      expect.stringMatching(/^GET \/auth\/refresh-token 200 \d+ ms$/),
      expect.stringMatching(/^POST \/auth 201 \d+ ms$/),
      expect.stringMatching(/^POST \/scheduling\/checkin 200 \d+ ms$/),
      expect.stringMatching(/^Push to .+"body":"Desk 4.12 and Parking P7"/),
    ]);
  });

  it('injects the configured faults, and prints each', async () => {
    const local = await start({ DEMO: '0', FAULTS: '503:100%' });
    const response = await fetch(`${local.url}/auth`, { method: 'POST', body: '{}' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await response.json()).toMatchObject({ statusCode: 503, requestId: expect.any(String) });
    expect((await fetch(`${local.url}/docs`)).status).toBe(200);
    await stop(local);
    expect(await local.rest).toContain('auth: 503 (FAULTS)\n');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'starts empty if no demo is wanted, and ends cleanly at %s',
    async (signal) => {
      const local = await start({ DEMO: '0' });
      expect(local.greeting).not.toContain('curl');
      expect(await stop(local, signal)).toEqual({ code: 0, stderr: '' });
    },
  );

  it('ends at once at a second signal', async () => {
    const local = await start({ DEMO: '0' });
    const socket = connect(Number(new URL(local.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('POST /auth HTTP/1.1\r\nHost: here\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n{');
    await once(socket, 'data');
    const repeat = setInterval(() => local.process.kill('SIGTERM'), 100);
    const { code } = await stop(local);
    clearInterval(repeat);
    expect(code).toBe(143);
  });

  it('keeps data, keys and the demo in a directory', async () => {
    await withFolder(async (folder) => {
      const settings = { DATA_DIR: join(folder, 'data') };
      const before = await start(settings);
      const [logIn] = await paste(before);
      await stop(before);
      const after = await start(settings);
      expect((await checkIn(after.url, logIn?.['accessToken'])).status).toBe(200);
      expect((await paste(after))[1]).toMatchObject({ checkinCount: 2 });
    });
  });

  it('refuses the tokens of an earlier service without a data directory', async () => {
    const [one, other] = await Promise.all([start(), start({ DEMO: '0' })]);
    const [logIn] = await paste(one);
    expect((await checkIn(other.url, logIn?.['accessToken'])).status).toBe(401);
  });
});

describe('Starting the service', () => {
  it.each(['PORT', 'DYNAMODB_PORT'])(
    'on a port that is in use says so in one sentence that names %s',
    async (setting) => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      const port = String((server.address() as AddressInfo).port);
      const stderr = `Port ${port} is in use: set ${setting} to another port, or to 0 for any free one.\n`;
      expect(await runLocalProgram([], { [setting]: port, DEMO: '0' })).toEqual({ code: 1, stdout: '', stderr });
      server.close();
    },
  );

  it('reports an unavailable database', async () => {
    // Nothing listens on TCP port 1. A free port could be taken by another test in the meantime.
    const url = 'http://127.0.0.1:1';
    const { code, stderr } = await runLocalProgram([], { AWS_ENDPOINT_URL_DYNAMODB: url });
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^The DynamoDB at ${url} cannot be used: .*ECONNREFUSED.*\\.\n$`));
  });

  it('uses an existing DynamoDB, and creates the missing tables in it', async () => {
    const database = await startEmbeddedDatabase({ port: 0 });
    const local = await start({ AWS_ENDPOINT_URL_DYNAMODB: database.url });
    expect(local.greeting).toContain(`DynamoDB         ${database.url}\n`);
    expect((await paste(local))[1]).toMatchObject({ checkinCount: 2 });
    await stop(local);
    await database.stop();
  });

  it.each([
    [['--help'], 0, /DYNAMODB_PORT[^]*FAULTS[^]*lost {2,}the request is performed/, /^$/],
    [['--halp'], 1, /^$/, /^Unknown option '--halp'/],
  ])('with %j prints its output and ends with %d', async (args, code, stdout, stderr) => {
    expect(await runLocalProgram(args)).toEqual({
      code,
      stdout: expect.stringMatching(stdout),
      stderr: expect.stringMatching(stderr),
    });
  });
});
