import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  DeleteItemCommand,
  DeleteTableCommand,
  DynamoDBClient,
  ScanCommand as LowLevelScanCommand,
  waitUntilTableNotExists,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { openStores } from '../../lib/cli/connection/open-stores.ts';
import { createTables } from '../../lib/local/create-tables.ts';
import { localTableNames } from '../../shared/local-service.ts';
import { tables, type TableDefinition, type TableId } from '../../shared/tables.ts';
import { bearer, post, runService, type RunningService, type TestClient } from '../support/running-service.ts';
import { serve, type TestServer } from '../support/serve.ts';
import { runAdminHere } from './cli/run-admin.ts';
import type { Ended } from './cli/run-admin.ts';
import { readRunbooks } from './read-runbooks.ts';

const root = join(import.meta.dirname, '../..');
const HOUR = 60 * 60_000;

let runbooks: ReturnType<typeof readRunbooks>;
let scripts: Readonly<Record<string, string>>;
let folder: string;
let service: RunningService;
/** Runs the stubs. */
let server: TestServer;
let database: DynamoDBDocumentClient;
let client: DynamoDBClient;

type Item = Record<string, unknown>;

const readAll = async (TableName: string): Promise<Item[]> =>
  (await database.send(new ScanCommand({ TableName }))).Items ?? [];

/** The state that point-in-time recovery restores. */
let past = new Map<string, Item[]>();
const remember = async (): Promise<void> => {
  const names = Object.values(localTableNames);
  past = new Map(await Promise.all(names.map(async (name) => [name, await readAll(name)] as const)));
};

const idOf = (name: string): TableId =>
  Object.entries(localTableNames).find(([, each]) => each === name)?.[0] as TableId;

const restoreToPast = async (source: string, target: string): Promise<void> => {
  await createTables(client, { copy: tables[idOf(source)] }, { copy: target });
  for (const Item of past.get(source) ?? []) await database.send(new PutCommand({ TableName: target, Item }));
};

/** The days on which the versions of deployed functions were published. Each release changes some functions. */
const versions: Readonly<Record<string, readonly string[]>> = {
  changed: ['2026-11-18', '2026-11-20', '2026-11-21'],
  unchanged: ['2026-11-18', '2026-11-20'],
  added: ['2026-11-21'],
};

const success = (stdout = ''): Ended => ({ code: 0, stdout, stderr: '' });

const admin = (words: readonly string[], cwd: string): Promise<Ended> =>
  runAdminHere([...words, '--local'], process.env, {
    findActor: async () => ({ through: 'cli', id: 'olive' }),
    program: 'checkin-admin',
    folder: cwd,
  });

const aws = async (words: readonly string[]): Promise<Ended> => {
  const option = (name: string): string => words[words.indexOf(name) + 1] ?? '';
  switch (words.slice(0, 2).join(' ')) {
    case 'cloudformation describe-stacks': {
      const [, output = ''] = /OutputKey=='(\w+)'/.exec(option('--query')) ?? [];
      const id = Object.keys(localTableNames).find((each) => `${each}Table`.toLowerCase() === output.toLowerCase());
      return success(`${id ? localTableNames[id as TableId] : output}\n`);
    }
    case 'dynamodb restore-table-to-point-in-time':
      await restoreToPast(option('--source-table-name'), option('--target-table-name'));
      return success();
    case 'dynamodb describe-table':
      return success('ACTIVE\n');
    case 'dynamodb scan': {
      const { Items = [] } = await client.send(new LowLevelScanCommand({ TableName: option('--table-name') }));
      expect(option('--query')).toBe('Items[].[to_string({member: member})]');
      return success(Items.map((item) => `${JSON.stringify({ member: item['member'] })}\n`).join(''));
    }
    case 'dynamodb delete-item': {
      const Key = JSON.parse(option('--key')) as Record<string, AttributeValue>;
      await client.send(new DeleteItemCommand({ TableName: option('--table-name'), Key }));
      return success();
    }
    case 'dynamodb delete-table': {
      const TableName = option('--table-name');
      await client.send(new DeleteTableCommand({ TableName }));
      await waitUntilTableNotExists({ client, maxWaitTime: 10, minDelay: 0.01, maxDelay: 0.5 }, { TableName });
      return success();
    }
    case 'cloudformation cancel-update-stack':
      return { code: 254, stdout: '', stderr: 'No update is in progress.\n' };
    case 'cloudformation list-stack-resources':
      return success(
        `${Object.keys(versions)
          .map((name) => `arn:aws:lambda:eu-central-1:1:function:${name}:live`)
          .join('\t')}\n`,
      );
    case 'lambda list-versions-by-function': {
      const times = versions[option('--function-name')] ?? [];
      const rows = times.map((time, index) => `${index + 1}\t${time}T08:00:00.000+0000`);
      return success([`$LATEST\t2026-11-21T08:00:00.000+0000`, ...rows, ''].join('\n'));
    }
    case 'lambda update-alias':
      return success(`${option('--function-name')} ${option('--function-version')} ${option('--routing-config')}\n`);
    default:
      return { code: 2, stdout: '', stderr: `not simulated here: aws ${words.join(' ')}\n` };
  }
};

const npm = (words: readonly string[], cwd: string): Ended | Promise<Ended> => {
  if (words.slice(0, 4).join(' ') === 'run -s admin --') {
    expect(words.slice(-2)).toEqual(['--stack', 'checkin-prod']);
    return admin(words.slice(4, -2), cwd);
  }
  const isKnown = words[0] === 'ci' || (words[0] === 'run' && scripts[words[1] ?? ''] !== undefined);
  return isKnown ? success() : { code: 1, stdout: '', stderr: `npm ${words.join(' ')}\n` };
};

/** Stubs of programs that would change an account or the sources, or would take long. */
const stubs: Readonly<Record<string, (words: readonly string[], cwd: string) => Ended | Promise<Ended>>> = {
  npm,
  aws,
  git: () => success(),
  npx: ([program]) => (program === 'cdk' ? success() : { code: 1, stdout: '', stderr: 'not the CDK\n' }),
  sleep: () => success(),
};

const quote = (part: string): string => `'${part.replaceAll("'", "'\\''")}'`;

/** Makes a shell script that prints what a program printed, and exits with its code. */
const toScript = ({ code, stdout, stderr }: Ended): string =>
  `printf %s ${quote(stdout)}; printf %s ${quote(stderr)} >&2; exit ${code}`;

const runStub = async (request: IncomingMessage): Promise<Ended> => {
  const [cwd = '', program = '', ...words] = (await text(request)).split('\0').slice(0, -1);
  try {
    return (await stubs[program]?.(words, cwd)) ?? { code: 127, stdout: '', stderr: 'no stub\n' };
  } catch (error) {
    return { code: 3, stdout: '', stderr: `${String(error)}\n` };
  }
};

/** Sends its arguments to the server that runs the stubs. It uses curl, because Node.js takes ten times as long to start. */
const CALL = `#!/bin/sh
script=$(printf '%s\\0' "$PWD" "\${0##*/}" "$@" | curl -fsS --data-binary @- "$STUBS_URL") || exit 3
eval "$script"
`;

beforeAll(async () => {
  runbooks = readRunbooks(await readFile(join(root, 'docs/runbooks.md'), 'utf8'));
  ({ scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: typeof scripts });
  folder = await mkdtemp(join(tmpdir(), 'runbooks-'));
  await cp(join(root, 'bin/operator.sh'), join(folder, 'bin/operator.sh'));
  for (const program of Object.keys(stubs)) {
    await writeFile(join(folder, program), CALL);
    await chmod(join(folder, program), 0o755);
  }
  server = await serve(async (request, response) => response.end(toScript(await runStub(request))));
  service = await runService();
  // `doctor` calls the API at this port.
  process.env['PORT'] = new URL(service.url).port;
  client = new DynamoDBClient({ endpoint: service.databaseUrl });
  database = DynamoDBDocumentClient.from(client);
});
afterAll(async () => {
  await server.stop();
  client.destroy();
  await service.stop();
  await rm(folder, { recursive: true });
});

/** Runs the commands of a runbook, in order. @returns what they printed */
const runCommands = async (name: string, variables: Readonly<Record<string, string>>): Promise<string> => {
  const commands = [runbooks.prelude, runbooks.byName.get(name) ?? 'exit 9'].join('\n');
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', commands], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...variables,
      PATH: [folder, join(process.execPath, '..'), process.env['PATH']].join(delimiter),
      STUBS_URL: server.url,
    },
  });
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'close') as Promise<[number]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  expect({ code, stderr }).toEqual({ code: 0, stderr });
  return stdout;
};

const logInStatus = async ({ clientId, clientSecret }: TestClient): Promise<number> =>
  (await post(`${service.url}/auth`, { clientId, clientSecret })).status;
const checkIn = async (token: string, id: number) =>
  (await post(`${service.url}/scheduling/checkin`, { id }, bearer(token))).status;

const saveBooking = (companyId: string, userId: number, bookingId: string) =>
  service.stores.book({ companyId, userId }, { bookingId });

describe('The runbooks', () => {
  it('each have a test here, except Lost region, which `npm run test:deploy` follows', () => {
    expect([...runbooks.byName.keys()]).toEqual([
      'Rotate a secret',
      'Revoke tokens',
      'Leaked client secret',
      'Leaked signing key',
      'Wrong import',
      'Damaged table',
      'Deleted table',
      'Lost region',
      'Wrong deployment',
    ]);
  });

  it('Rotate a secret: both secrets work', async () => {
    const gate = await service.aClient();
    const printed = await runCommands('Rotate a secret', { CLIENT: gate.clientId });
    const [clientSecret = ''] = /cks_[\w-]+/.exec(printed) ?? [];
    expect(await Promise.all([logInStatus(gate), logInStatus({ ...gate, clientSecret })])).toEqual([201, 201]);
  });

  it('Revoke tokens: the stolen token is invalid, the gate can log in, and the log shows what the client did', async () => {
    const gate = await service.aClient();
    const other = await service.aClient(gate.companyId);
    await service.stores.users.save({ companyId: gate.companyId, id: 1 });
    expect(await checkIn((await service.logIn(other)).accessToken, 1)).toBe(200);
    const { accessToken } = await service.logIn(gate);
    expect(await checkIn(accessToken, 1)).toBe(200);
    const variables = {
      CLIENT: gate.clientId,
      COMPANY: gate.companyId,
      SINCE: new Date(Date.now() - HOUR).toISOString(),
    };
    const printed = await runCommands('Revoke tokens', variables);
    expect(printed).toMatch(/clients\.revoke-tokens[^]*200 nothing_open/);
    expect(printed).not.toContain(other.clientId);
    expect(await checkIn(accessToken, 1)).toBe(401);
    expect(await logInStatus(gate)).toBe(201);
  });

  it('Leaked client secret: the secret and its tokens are invalid, the new secret works', async () => {
    const gate = await service.aClient();
    const { accessToken } = await service.logIn(gate);
    const printed = await runCommands('Leaked client secret', { CLIENT: gate.clientId });
    const [clientSecret = ''] = /cks_[\w-]+/.exec(printed) ?? [];
    expect(await checkIn(accessToken, 1)).toBe(401);
    expect(await Promise.all([logInStatus(gate), logInStatus({ ...gate, clientSecret })])).toEqual([401, 201]);
  });

  it('Wrong import: changes are undone, created bookings are removed, and deleted ones come back with their check-ins', async () => {
    const gate = await service.aClient();
    const { companyId } = gate;
    const { accessToken } = await service.logIn(gate);
    for (const id of [1, 2]) {
      await service.stores.users.save({ companyId, id });
      await saveBooking(companyId, id, 'desk');
    }
    await saveBooking(companyId, 2, 'parking');
    await checkIn(accessToken, 2);
    const list = async (userId: number) => service.stores.bookings.list({ companyId, userId });
    const [before] = await list(1);
    const checkedIn = await list(2);
    await remember();
    const line = (userId: number, bookingId: string, hours: number) => ({
      companyId,
      userId,
      bookingId,
      kind: 'position',
      checkinOpensAt: new Date((before?.checkinOpensAt ?? 0) + hours * HOUR).toISOString(),
      noShowAt: new Date((before?.noShowAt ?? 0) + hours * HOUR).toISOString(),
    });
    const write = async (name: string, lines: readonly object[]): Promise<string> => {
      const file = join(folder, name);
      await writeFile(file, lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
      return file;
    };
    const created = [line(1, 'desk-9', 24), line(2, 'desk-9', 24)];
    const deleted = { companyId, userId: 2, bookingId: 'parking', deleted: true };
    const wrong = await write('wrong.ndjson', [line(1, 'desk', 24), ...created, deleted]);
    expect((await admin(['bookings', 'import', wrong, '--yes'], folder)).code).toBe(0);
    expect([(await list(1)).length, (await list(2)).length]).toEqual([2, 2]);

    const RIGHT = await write('right.ndjson', [line(1, 'desk', 0), line(2, 'parking', 0)]);
    const CREATED = await write('created.ndjson', created);
    await runCommands('Wrong import', { RIGHT, CREATED, BEFORE: '2026-11-21T07:59:00Z' });
    expect(await list(1)).toMatchObject([{ bookingId: 'desk', checkinOpensAt: before?.checkinOpensAt }]);
    const [desk, parking] = checkedIn;
    expect(await list(2)).toMatchObject([desk ?? {}, { checkin: { ...parking?.checkin, restored: true } }]);
  });

  it('Damaged table: users, their uids and bookings come back, and the members are as before the damage', async () => {
    const { companyId } = await service.aClient();
    const member = { member: `damaged#${companyId}`, role: 'owner' };
    const put = (Item: Item) => database.send(new PutCommand({ TableName: localTableNames.members, Item }));
    await put(member);
    await put({ member: `changed#${companyId}`, role: 'viewer' });
    await service.stores.users.save({ companyId, id: 7, uid: 'badge-7' });
    await saveBooking(companyId, 7, 'desk');
    await remember();
    await database.send(new DeleteCommand({ TableName: localTableNames.members, Key: { member: member.member } }));
    await put({ member: `changed#${companyId}`, role: 'owner' });
    await put({ member: `later#${companyId}`, role: 'owner' });
    for (const { userKey } of await readAll(localTableNames.users))
      await database.send(new DeleteCommand({ TableName: localTableNames.users, Key: { userKey } }));
    for (const { companyUser, bookingId } of await readAll(localTableNames.bookings))
      await database.send(new DeleteCommand({ TableName: localTableNames.bookings, Key: { companyUser, bookingId } }));
    await runCommands('Damaged table', { BEFORE: '2026-11-21T07:59:00Z' });
    expect(await service.stores.users.findId(companyId, ['uid', 'badge-7'])).toBe(7);
    for (const name of [localTableNames.users, localTableNames.bookings])
      expect(await readAll(name)).toHaveLength(past.get(name)?.length ?? 0);
    const members = new Set(await readAll(localTableNames.members));
    expect(members).toEqual(new Set(past.get(localTableNames.members)));
  });

  it.each([
    ['restore-table-to-point-in-time', '', ''],
    ['describe-table', '', ''],
    ['recover', '', ''],
    ['nothing', '', 'the copy is deleted\n'],
    ['recover', 'FAILING= copy_back UsersTable users', 'the copy is deleted\n'],
  ])('delete a copy only if its items were copied; failing command: %s, then: %s', async (command, next, printed) => {
    const stubFunctions = `output() { echo Users; }
sleep() { exit 1; }
admin() { [ "$FAILING" != "$2" ]; }
aws() {
  [ "$FAILING" != "$2" ] || return 1
  case $2 in describe-table) echo ACTIVE ;; delete-table) echo "the copy is deleted" ;; esac
}
recover UsersTable users
${next}
`;
    const child = spawn('bash', ['--norc', '-c', `${runbooks.prelude}\n${stubFunctions}`], {
      env: { PATH: process.env['PATH'], FAILING: command, BEFORE: '2026-11-21T07:59:00Z' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(await text(child.stdout)).toBe(printed);
  });

  /** Runs the commands of "Deleted table" with stubs. @returns the calls of AWS, which end with the command `failing` */
  const restoreDeleted = async (LOST: string, variables: Readonly<Record<string, string>>): Promise<string[]> => {
    const stubFunctions = `output() { echo Lost; }
sleep() { exit 1; }
node() { cat; }
aws() {
  case $2 in
    describe-stacks) echo "$PROTECTED" ;;
    describe-table) echo ACTIVE ;;
    list-event-source-mappings) echo old ;;
    *) echo "$(echo "$2 $*" | tr '\\n' ' ')" >> ${folder}/calls ;;
  esac
  [ "$FAILING" != "$2" ]
}
`;
    const commands = `${runbooks.prelude}\n${stubFunctions}\n${runbooks.byName.get('Deleted table')?.split('admin doctor')[0]}`;
    const child = spawn('bash', ['--norc', '-c', commands], {
      env: { PATH: process.env['PATH'], LOST, ...variables },
      stdio: 'ignore',
      cwd: folder,
    });
    await once(child, 'close');
    const calls = (await readFile(join(folder, 'calls'), 'utf8')).split('\n').slice(0, -1);
    await rm(join(folder, 'calls'));
    return calls;
  };

  it.each(Object.entries(tables as Readonly<Record<string, TableDefinition>>))(
    'Deleted table: %s gets the settings, the stream and the readers of its definition',
    async (id, { stream, timeToLive }) => {
      const lost = `${id.charAt(0).toUpperCase()}${id.slice(1)}Table`;
      const calls = await restoreDeleted(lost, { PROTECTED: 'True' });
      const called = calls.map((call) => call.split(' ')[0]);
      expect(called).toEqual([
        'list-backups',
        'restore-table-from-backup',
        'update-continuous-backups',
        'update-table',
        ...(timeToLive === undefined ? [] : ['update-time-to-live']),
        ...(stream === undefined ? [] : ['update-table', 'get-event-source-mapping', 'create-event-source-mapping']),
        ...(stream === undefined ? [] : ['update-event-source-mapping', 'describe-alarms', 'put-metric-alarm']),
      ]);
      // A table can be deleted twice in 35 days. AWS documents no order of the backups.
      expect(calls[0]).toContain('sort_by(BackupSummaries, &BackupCreationDateTime)[-1]');
      const settings = calls.join(' ');
      expect(/StreamViewType=(\w+)/.exec(settings)?.[1]).toBe(stream);
      expect(/AttributeName=(\w+)/.exec(settings)?.[1]).toBe(timeToLive);
    },
  );

  it('The commands are not defined without STAGE, or they would work on a stack that does not exist', async () => {
    const child = spawn('bash', ['--norc', '-c', '. bin/operator.sh; echo defined'], { cwd: folder, env: {} });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect([stdout, stderr]).toEqual(['', expect.stringMatching(/STAGE: is not set: run STAGE=prod/)]);
  });

  it('Deleted table: nothing follows a failed restore, and a stage without the setting protect stays without', async () => {
    const failed = await restoreDeleted('BookingsTable', { FAILING: 'restore-table-from-backup' });
    expect(failed).toHaveLength(2);
    const unprotected = await restoreDeleted('UsersTable', { PROTECTED: 'False' });
    expect(unprotected.join(' ')).not.toContain('deletion-protection');
  });

  it('Deleted table: an old mapping and the alarm stay as they are if no new mapping can be made', async () => {
    const calls = await restoreDeleted('BookingsTable', { PROTECTED: 'False', FAILING: 'create-event-source-mapping' });
    expect(calls.at(-1)).toMatch(/^create-event-source-mapping /);
  });

  /** @returns what the commands print in a shell after the prelude */
  const printedBy = async (commands: string): Promise<string> => {
    const child = spawn('bash', ['--norc', '-c', `${runbooks.prelude}\n${commands}`], {
      env: { PATH: process.env['PATH'], AWS_PAGER: 'less' },
      stdio: ['ignore', 'pipe', 'ignore'],
      cwd: folder,
    });
    return text(child.stdout);
  };

  it('Lost region: the newest copy is restored, although the list of copies has several pages', async () => {
    // The AWS command line applies a query to each page of text, but to all pages of JSON together.
    const stubFunctions = `aws() {
  case "$2 $*" in
    list-recovery*json*) echo '"arn:newest"' ;;
    list-recovery*) printf 'arn:old\narn:newest\n' ;;
    start-restore-job*) echo "$4" >&3 ;;
    describe-restore-job*) echo COMPLETED ;;
    describe-table*) echo ACTIVE ;;
  esac
}
VAULT=vault ROLE=role
restore_copies Users 3>&1 > "$PWD/ignored"
`;
    expect(await printedBy(stubFunctions)).toBe('arn:newest\n');
  });

  it('No command waits in a pager', async () => {
    expect(await printedBy('printenv AWS_PAGER && echo "no pager"')).toBe('\nno pager\n');
  });

  it('Wrong deployment: each function gets the version that it had before', async () => {
    const printed = await runCommands('Wrong deployment', { COMMIT: 'abc1234', SINCE: '2026-11-21T07:00:00Z' });
    const moved = printed.split('\n').filter((line) => line.includes('AdditionalVersionWeights'));
    expect(moved).toEqual(['changed 2 AdditionalVersionWeights={}', 'unchanged 2 AdditionalVersionWeights={}']);
    expect(printed).toContain('ApiUrl');
  });

  // Runs after all tests, because the functions learn of the new keys only after a while. The runbook waits for that with
  // `sleep`, which is a stub here.
  afterAll(async () => {
    const stores = await openStores({ local: true });
    const keys = () => stores.signingKey.find();
    const { current: leaked } = await keys();
    await runCommands('Leaked signing key', {});
    const { current, previous } = await keys();
    stores.close();
    assert.ok(![current.keyId, previous?.keyId].includes(leaked.keyId), 'the service still has the leaked key');
  });
});
