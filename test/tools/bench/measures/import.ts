import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PROJECT_DIRECTORY } from '../../../../lib/aws/bundling.ts';
import { createTables } from '../../../../lib/local/create-tables.ts';
import { localTableNames } from '../../../../shared/local-service.ts';
import { tables } from '../../../../shared/tables.ts';
import {
  startMeteredDatabaseProxy,
  type MeteredCall,
  type MeteredDatabaseProxy,
} from '../../../support/metered-database-proxy.ts';
import { bulkLoad, toUserItem } from '../harness/bulk-load.ts';
import { freshAccount, startEngine, type Engine } from '../harness/engine.ts';
import { BOOKINGS_A_USER, writeBookings, writeUsers } from '../harness/import-files.ts';
import {
  compare,
  format,
  formatSpread,
  judge,
  judgeCount,
  type Limit,
  type Measure,
  type Row,
} from '../harness/row.ts';
import { ratioOf, summarise } from '../harness/samples.ts';
import { runProgram, type ProgramRun } from '../harness/run-program.ts';
import { unpackVersion10 } from '../harness/version-1.0.ts';

const ROUNDS = 2;
const LINES = 10_000;
const MANY_LINES = 30_000;
const USERS = 2_000;

/** A version's command line. */
type Version = 'ours' | 'version10';

/** Options of Node.js in the npm script `admin` of each version. */
const nodeOptions: Readonly<Record<Version, readonly string[]>> = {
  ours: ['--import', join(PROJECT_DIRECTORY, 'bin/compile-cache.js')],
  version10: [],
};

/** Duration of an import, and its calls to the database. */
interface ImportRun extends ProgramRun {
  readonly calls: readonly MeteredCall[];
}

interface Bench {
  readonly engine: Engine;
  readonly wire: MeteredDatabaseProxy;
  readonly folder: string;
  readonly directories: Readonly<Record<Version, string>>;
}

const READS = new Set(['GetItem', 'BatchGetItem', 'Query']);

const unitsOf = (calls: readonly MeteredCall[], isRead: boolean): number =>
  calls.filter(({ operation }) => READS.has(operation) === isRead).reduce((sum, { units }) => sum + units, 0);

/** Creates empty tables for one run. @returns environment variables that connect to them through the counting proxy */
const prepareTables = async ({ engine, wire }: Bench, users: number): Promise<Record<string, string>> => {
  const account = freshAccount();
  Object.assign(process.env, { AWS_ENDPOINT_URL_DYNAMODB: engine.url, ...account });
  const client = new DynamoDBClient({});
  await createTables(client, tables, localTableNames);
  client.destroy();
  const items = Array.from({ length: users }, (_, index) => toUserItem('acme', index + 1));
  await bulkLoad(localTableNames.users, items);
  return { AWS_ENDPOINT_URL_DYNAMODB: wire.url, ...account };
};

const runImport = async (
  { wire, folder, directories }: Bench,
  version: Version,
  environment: Readonly<Record<string, string>>,
  words: readonly [noun: 'users' | 'bookings', file: string],
  written: number,
): Promise<ImportRun> => {
  const [noun, file] = words;
  wire.takeCalls();
  const run = await runProgram({
    nodeOptions: nodeOptions[version],
    module: join(directories[version], 'bin/admin.ts'),
    args: ['--local', '--json', noun, 'import', file],
    environment,
    usageFile: join(folder, 'usage'),
  });
  const counts = JSON.parse(run.stdout) as Record<'read' | 'written' | 'unchanged', number>;
  // If the SDK repeats a creation, the table already exists.
  const isAsExpected = counts.written <= written && counts.written + counts.unchanged === counts.read;
  if (!isAsExpected) throw new Error(`unexpected result of the import by ${version}: ${run.stdout}`);
  return { ...run, calls: wire.takeCalls().filter(({ isRetry }) => !isRetry) };
};

interface Runs {
  readonly first: ImportRun;
  readonly again: ImportRun;
  readonly changed: ImportRun;
}

const importBookings = async (bench: Bench, version: Version): Promise<Runs> => {
  const { file, changed } = writeBookings(bench.folder, LINES);
  const environment = await prepareTables(bench, LINES / BOOKINGS_A_USER);
  const run = (name: string, written: number) => runImport(bench, version, environment, ['bookings', name], written);
  return { first: await run(file, LINES), again: await run(file, 0), changed: await run(changed, LINES / 10) };
};

const against = (
  what: string,
  unit: string,
  pick: (runs: Runs) => number,
  all: Readonly<Record<Version, readonly Runs[]>>,
  limit: Limit,
): Row =>
  compare({
    what,
    unit,
    ours: summarise(all.ours.map(pick)),
    peerName: 'version 1.0',
    peer: summarise(all.version10.map(pick)),
    limit,
  });

const bookingRows = (all: Readonly<Record<Version, readonly Runs[]>>): Row[] => {
  const { first, again } = all.ours[0] as Runs;
  const atMost = (what: string, ours: number, value: number, unit = 'calls'): Row =>
    judgeCount({ what, unit, ours, limit: { relation: '<=', value } });
  const rate = (run: ImportRun): number => LINES / run.seconds;
  return [
    atMost(`the same ${LINES} bookings again`, again.calls.length, LINES / 100 + 1),
    atMost('the same, written', unitsOf(again.calls, false), 0, 'WCU'),
    atMost('the same, read a line', unitsOf(again.calls, true) / LINES, 1, 'RCU'),
    atMost(`first import of ${LINES} bookings`, first.calls.length, LINES / 20),
    against('the same again, lines a second', '/s', ({ again: run }) => rate(run), all, { relation: '>=', value: 10 }),
    against('10 % changed, lines a second', '/s', ({ changed: run }) => rate(run), all, { relation: '>=', value: 4 }),
    against('first import, CPU of the client', 's', ({ first: run }) => run.cpuSeconds, all, {
      relation: '<=',
      value: 0.15,
    }),
  ];
};

const importUsers = async (bench: Bench): Promise<Row[]> => {
  const file = writeUsers(bench.folder, USERS);
  const environment = await prepareTables(bench, 0);
  const first = await runImport(bench, 'ours', environment, ['users', file], USERS);
  const again = await runImport(bench, 'ours', environment, ['users', file], 0);
  return [
    judgeCount({
      what: `first import of ${USERS} users with uid and e-mail address`,
      unit: 'calls',
      ours: first.calls.length,
      peer: 'three items a user',
      limit: { relation: '<=', value: (3 * USERS) / 20 },
    }),
    judgeCount({
      what: `the same ${USERS} users again`,
      unit: 'calls',
      ours: again.calls.length,
      limit: { relation: '<=', value: USERS / 100 + 1 },
    }),
  ];
};

const compareMemory = async (bench: Bench, few: readonly Runs[]): Promise<Row> => {
  const environment = await prepareTables(bench, MANY_LINES / BOOKINGS_A_USER);
  const { file } = writeBookings(bench.folder, MANY_LINES);
  const many = await runImport(bench, 'ours', environment, ['bookings', file], MANY_LINES);
  const [ours, peer] = [few.map(() => many.maxMemoryKib), few.map(({ first }) => first.maxMemoryKib)].map(summarise);
  if (!ours || !peer) throw new Error('no runs');
  const ratio = ratioOf(ours, peer);
  const limit: Limit = { relation: '<=', value: 1.25 };
  return {
    what: `memory, ${MANY_LINES} bookings`,
    ours: `${format(ours.median / 1_024)} MiB`,
    peer: `${LINES} bookings ${format(peer.median / 1_024)} MiB`,
    ratio: formatSpread(ratio),
    goal: `${limit.relation} ${limit.value}`,
    verdict: judge(ratio, limit),
  };
};

const runAll = async (bench: Bench): Promise<Row[]> => {
  const all: Record<Version, Runs[]> = { ours: [], version10: [] };
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const version of ['ours', 'version10'] as const) all[version].push(await importBookings(bench, version));
  }
  return [...bookingRows(all), await compareMemory(bench, all.ours), ...(await importUsers(bench))];
};

export const measure: Measure = {
  describes: 'imports on DynamoDB Local: calls and units, and the rate and CPU against version 1.0',
  seconds: 150,
  needsDynamoDbLocal: true,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-import-'));
    const version10 = join(folder, 'version-1.0');
    unpackVersion10(version10);
    const engine = await startEngine('dynamodb-local');
    const wire = await startMeteredDatabaseProxy(engine.url);
    try {
      return await runAll({ engine, wire, folder, directories: { ours: PROJECT_DIRECTORY, version10 } });
    } finally {
      await wire.stop();
      await engine.stop();
      rmSync(folder, { recursive: true });
    }
  },
};
