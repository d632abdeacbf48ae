import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeProgram, nounNames } from '../../../lib/cli/program.ts';
import type { CliContext } from '../../../lib/cli/session.ts';
import { openStores } from '../../../lib/cli/connection/open-stores.ts';
import {
  commandOf,
  commandsOf,
  documentedCommands,
  validateError,
  validateOutput,
} from '../../support/command-line-schema.ts';
import { post, runServiceInMemory, type RunningService } from '../../support/running-service.ts';
import { runAdminHere } from './run-admin.ts';

const HOUR = 60 * 60_000;
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

const writeFiles = async (): Promise<void> => {
  const users = 'companyId,id,name,uids,email,language\nacme,42,Ada,BADGE-1 BADGE-2,ada@example.com,es\nacme,43,,,,\n';
  await writeFile(join(folder, 'users.csv'), users);
  const header = 'companyId,userId,bookingId,kind,name,checkinOpensAt,noShowAt\n';
  const booking = `acme,42,b1,position,Desk,${isoTime(-HOUR)},${isoTime(HOUR)}\n`;
  await writeFile(join(folder, 'bookings.csv'), header + booking);
};

const expectValid = async (...commands: readonly string[]): Promise<void> => {
  for (const command of commands) {
    const words = command.split(' ');
    const { code, value, stderr } = await run(...words);
    const faults = code === 0 ? validateOutput(commandOf(words) ?? '', value) : [stderr];
    expect({ command, faults }).toEqual({ command, faults: [] });
  }
};

const checkIn = async (): Promise<void> => {
  const { accessToken } = await service.logIn(await service.aClient('acme'));
  const headers = { authorization: `Bearer ${accessToken}`, 'idempotency-key': 'k' };
  for (const uid of ['BADGE-1', 'nobody'])
    await post(`${service.url}/scheduling/checkin`, { uid, reader: 'Door' }, headers);
};

describe('The output with --json', () => {
  it('has a schema for every command', async () => {
    const all = commandsOf(await makeProgram({} as CliContext, nounNames, true));
    const leaves = all.filter((path) => !all.some((other) => other.startsWith(`${path} `)));
    expect(documentedCommands.toSorted()).toEqual(leaves.toSorted());
  });

  it('matches the schema for data that the service wrote, and for commands that need a file or a queue', async () => {
    await writeFiles();
    await expectValid('users import users.csv --dry-run', 'users import users.csv', 'bookings import bookings.csv');
    await checkIn();
    const user = '--company acme --user 42';
    await expectValid(
      'users show --company acme --id 42',
      `bookings list ${user}`,
      `checkins explain ${user}`,
      `attendance --company acme --day ${isoTime(-HOUR).slice(0, 10)}`,
      `users export ${user}`,
      'clients list',
      'backup export --table users users.ndjson',
      'restore --table users --from users.ndjson --dry-run',
      'pushes replay',
      'events replay',
      'doctor',
    );
    // Waits for both entries, because the log is written in parallel with the responses.
    let log: unknown;
    do ({ value: log } = await run('checkins', 'log', '--company', 'acme'));
    while ((log as { kind: string }[]).filter(({ kind }) => kind === 'checkin').length < 2);
    expect(validateOutput('checkins log', log)).toEqual([]);
  });

  it.each([
    [1, ['clients', 'show', 'ckc_x']],
    [2, ['clients', 'frobnicate']],
  ])('is an error of the documented shape, on stderr, if the exit code is %p', async (exitCode, words) => {
    const { code, value, stderr } = await run(...words);
    expect([code, value, validateError(JSON.parse(stderr))]).toEqual([exitCode, null, []]);
  });
});
