import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeProgram, nounNames } from '../../../lib/cli/program.ts';
import type { CliContext } from '../../../lib/cli/session.ts';
import { openStores } from '../../../lib/cli/connection/open-stores.ts';
import { commandsOf, documentedCommands, validateError, validateOutput } from '../../support/command-line-schema.ts';
import { runServiceInMemory, type RunningService } from '../../support/running-service.ts';
import { runAdminHere } from './run-admin.ts';

const HOUR = 60 * 60_000;
const ENDPOINT = 'arn:aws:sns:eu-central-1:123456789012:endpoint/APNS/app/5e3e9847-3183-3f18-a7e8-671c3a57d4b3';
const isoTime = (offset: number): string => new Date(Date.now() + offset).toISOString();

let service: RunningService;
let folder: string;
const environment = { ...process.env };

beforeAll(async () => {
  service = await runServiceInMemory();
  folder = await mkdtemp(join(tmpdir(), 'shapes-'));
  process.env['PORT'] = new URL(service.url).port;
  process.env['AWS_ENDPOINT_URL_SECRETS_MANAGER'] = service.secretsUrl;
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
  process.env = environment;
});

/**
 * Connects the command line to the running service. Only the queue of failed deliveries is a fake, because it exists only on
 * AWS.
 */
const context: Partial<CliContext> = {
  openStores: async (options) => ({
    ...(await openStores(options)),
    connectReplay: async () => ({
      queue: { receive: async () => [], remove: async () => undefined },
      readStream: async () => undefined,
      deliver: async () => true,
    }),
  }),
  findActor: async () => ({ through: 'cli', id: 'olive' }),
};

const run = async (...words: string[]) => {
  const options = ['--local', '--json', '--yes'];
  const { code, stdout, stderr } = await runAdminHere([...words, ...options], process.env, { ...context, folder });
  return { code, value: JSON.parse(stdout || 'null') as unknown, stderr };
};

const triedCommands = new Set<string>();

/** Runs a command that must succeed, and validates its output against its schema. */
const tryCommand = async <Value>(command: string, ...words: string[]): Promise<Value> => {
  const { code, value, stderr } = await run(...command.split(' '), ...words);
  expect({ command, code, stderr, faults: validateOutput(command, value) }).toEqual({
    command,
    code: 0,
    stderr: expect.any(String),
    faults: [],
  });
  triedCommands.add(command);
  return value as Value;
};

const tryClients = async (): Promise<void> => {
  const company = ['--company', 'acme'];
  const { clientId } = await tryCommand<{ clientId: string }>('clients create', ...company, '--name', 'Gate 1');
  const client = { companyId: 'acme', clientId };
  const { clientSecret } = await tryCommand<{ clientSecret: string }>('clients rotate', clientId);
  await service.logIn({ ...client, clientSecret });
  const [listed] = await tryCommand<{ secrets: { secretId: string }[] }[]>('clients list', ...company);
  await tryCommand('clients end-secret', clientId, listed?.secrets[0]?.secretId ?? '');
  await tryCommand('clients update', clientId, '--allow-ip', '192.0.2.0/24', '--silent-after-hours', '24');
  await tryCommand('clients rename', clientId, 'Gate 2');
  await tryCommand('clients show', clientId);
  await tryCommand('clients revoke-tokens', clientId);
  await tryCommand('clients disable', clientId);
  await tryCommand('clients enable', clientId);
};

const tryPeople = async (): Promise<void> => {
  const [company, user] = [
    ['--company', 'acme'],
    ['--company', 'acme', '--user', '42'],
  ];
  await writeFile(
    join(folder, 'users.csv'),
    'companyId,id,name,uids,email,language\nacme,42,Ada Lovelace,BADGE-1 BADGE-2,ada@example.com,es\nacme,43,,,,\n',
  );
  await writeFile(
    join(folder, 'bookings.csv'),
    `companyId,userId,bookingId,kind,name,checkinOpensAt,noShowAt\nacme,42,b1,position,Desk,${isoTime(-HOUR)},${isoTime(HOUR)}\nacme,42,b2,parking,,${isoTime(-HOUR)},${isoTime(HOUR)}\n`,
  );
  await tryCommand('users import', 'users.csv', '--dry-run');
  await tryCommand('users import', 'users.csv');
  await tryCommand('users list', ...company);
  await tryCommand('devices add', ...user, '--endpoint', ENDPOINT);
  await tryCommand('devices list', ...user);
  await tryCommand('users show', ...company, '--id', '42');
  await tryCommand('devices remove', ...user, '--endpoint', ENDPOINT);
  await tryCommand('bookings import', 'bookings.csv');
  await tryCommand('checkins explain', ...user);
};

const tryCheckins = async (): Promise<void> => {
  const user = ['--company', 'acme', '--user', '42'];
  const booking = (id: string) => [...user, '--booking', id];
  const client = await service.aClient('acme');
  const { accessToken } = await service.logIn(client);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` };
  for (const uid of ['BADGE-1', 'nobody'])
    await fetch(`${service.url}/scheduling/checkin`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': 'k' },
      body: JSON.stringify({ uid, reader: 'Door' }),
    });
  await tryCommand('checkins undo', ...booking('b1'), '--reason', 'x');
  await tryCommand('checkins add', ...booking('b1'), '--reason', 'x');
  await tryCommand('bookings list', ...user);
  await tryCommand('checkins explain', ...user);
  await tryCommand('attendance', '--company', 'acme', '--day', isoTime(-HOUR).slice(0, 10));
  await tryCommand('users export', ...user);
  await tryCommand('bookings cancel', ...booking('b2'));
  // Waits for the entries, because the log is written in parallel with the responses.
  let log: { kind: string }[] = [];
  do log = await tryCommand('checkins log', '--company', 'acme');
  while (log.filter(({ kind }) => kind === 'checkin').length < 2);
};

const tryOperations = async (): Promise<void> => {
  await tryCommand('members add', '--company', 'acme', '--role', 'owner', '--subject', 'ana');
  await tryCommand('members add', '--company', 'acme', '--role', 'viewer', '--email', 'vic@acme.example');
  await tryCommand('members list');
  await tryCommand('members remove', '--company', 'acme', '--subject', 'vic');
  await tryCommand('keys rotate', '--force');
  await tryCommand('retention apply');
  await tryCommand('backup export', '--table', 'users', 'users.ndjson');
  await tryCommand('restore', '--table', 'users', '--from', 'users.ndjson', '--dry-run');
  await tryCommand('pushes replay');
  await tryCommand('events replay');
  await tryCommand('doctor');
  await tryCommand('completion', 'bash');
  await tryCommand('users remove', '--company', 'acme', '--user', '42');
  const [client] = await tryCommand<{ clientId: string }[]>('clients list');
  await tryCommand('clients delete', client?.clientId ?? '');
};

describe('The output with --json', () => {
  it('has a schema for every command', async () => {
    const all = commandsOf(await makeProgram({} as CliContext, nounNames, true));
    const leaves = all.filter((path) => !all.some((other) => other.startsWith(`${path} `)));
    expect(documentedCommands.toSorted()).toEqual(leaves.toSorted());
  });

  it('matches the schema of each command', async () => {
    await tryClients();
    await tryPeople();
    await tryCheckins();
    await tryOperations();
    expect([...triedCommands].toSorted()).toEqual(documentedCommands.toSorted());
  });

  it.each([
    [1, ['clients', 'show', 'ckc_x']],
    [2, ['clients', 'frobnicate']],
  ])('is an error of the documented shape, on stderr, if the exit code is %p', async (exitCode, words) => {
    const { code, value, stderr } = await run(...words);
    expect([code, value, validateError(JSON.parse(stderr))]).toEqual([exitCode, null, []]);
  });
});
