import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import pMap from 'p-map';
import { PROJECT_DIRECTORY } from '../../../../lib/aws/bundling.ts';
import { createTables } from '../../../../lib/local/create-tables.ts';
import { localTableNames } from '../../../../shared/local-service.ts';
import { tables } from '../../../../shared/tables.ts';
import {
  startMeteredDatabaseProxy,
  type MeteredCall,
  type MeteredDatabaseProxy,
} from '../../../support/metered-database-proxy.ts';
import { bulkLoad, toBookingItem, toUserItem } from '../harness/bulk-load.ts';
import { freshAccount, startEngine, type Engine } from '../harness/engine.ts';
import { BOOKINGS_A_USER, makeBookings, writeBookings, writeUsers } from '../harness/import-files.ts';
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

const ROUNDS = 2;
const LINES = 10_000;
const MANY_LINES = 30_000;
const USERS = 2_000;

/** Options of Node.js in the npm script `admin`. */
const nodeOptions = ['--max-semi-space-size=16', '--import', join(PROJECT_DIRECTORY, 'bin/compile-cache.js')];

/** Duration of an import, and its calls to the database. */
interface ImportRun extends ProgramRun {
  readonly calls: readonly MeteredCall[];
}

interface Bench {
  readonly engine: Engine;
  readonly wire: MeteredDatabaseProxy;
  readonly folder: string;
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
  { wire, folder }: Bench,
  environment: Readonly<Record<string, string>>,
  words: readonly [noun: 'users' | 'bookings', file: string],
  written: number,
): Promise<ImportRun> => {
  const [noun, file] = words;
  wire.takeCalls();
  const run = await runProgram({
    nodeOptions,
    module: join(PROJECT_DIRECTORY, 'bin/admin.ts'),
    args: ['--local', '--json', noun, 'import', file],
    environment,
    usageFile: join(folder, 'usage'),
  });
  const counts = JSON.parse(run.stdout) as Record<'read' | 'written' | 'unchanged', number>;
  // If the SDK repeats a creation, the table already exists.
  const isAsExpected = counts.written <= written && counts.written + counts.unchanged === counts.read;
  if (!isAsExpected) throw new Error(`unexpected result of the import: ${run.stdout}`);
  return { ...run, calls: wire.takeCalls().filter(({ isRetry }) => !isRetry) };
};

interface Runs {
  readonly first: ImportRun;
  readonly again: ImportRun;
  readonly changed: ImportRun;
  /** Lines per second of a program that only puts the items, 64 at once. */
  readonly putRate: number;
}

/** What an import cannot be faster than: the same items, put without a condition. */
const measurePuts = async (environment: Readonly<Record<string, string>>): Promise<number> => {
  Object.assign(process.env, environment);
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
    marshallOptions: { removeUndefinedValues: true },
  });
  const startedAt = performance.now();
  const put = (Item: Record<string, unknown>) =>
    client.send(new PutCommand({ TableName: localTableNames.bookings, Item }));
  await pMap(makeBookings(LINES), (booking) => put({ ...toBookingItem(booking) }), { concurrency: 64 });
  client.destroy();
  return (LINES * 1_000) / (performance.now() - startedAt);
};

const importAll = async (bench: Bench): Promise<Runs> => {
  const { file, changed } = writeBookings(bench.folder, LINES);
  const putRate = await measurePuts(await prepareTables(bench, 0));
  const environment = await prepareTables(bench, LINES / BOOKINGS_A_USER);
  const run = (name: string, written: number) => runImport(bench, environment, ['bookings', name], written);
  return {
    putRate,
    first: await run(file, LINES),
    again: await run(file, 0),
    changed: await run(changed, LINES / 10),
  };
};

const bookingRows = (all: readonly Runs[]): Row[] => {
  const { first, again } = all[0] as Runs;
  const atMost = (what: string, count: number, value: number, unit = 'calls'): Row =>
    judgeCount({ what, unit, ours: count, limit: { relation: '<=', value } });
  const rateOf = (what: string, name: 'first' | 'again' | 'changed', value: number): Row =>
    compare({
      what: `${what}, lines a second`,
      unit: '/s',
      ours: summarise(all.map((runs) => LINES / runs[name].seconds)),
      peerName: 'puts only',
      peer: summarise(all.map(({ putRate }) => putRate)),
      limit: { relation: '>=', value },
    });
  return [
    atMost(`the same ${LINES} bookings again`, again.calls.length, LINES / 100 + 1),
    atMost('the same, written', unitsOf(again.calls, false), 0, 'WCU'),
    atMost('the same, read a line', unitsOf(again.calls, true) / LINES, 1, 'RCU'),
    atMost(`first import of ${LINES} bookings`, first.calls.length, LINES * 1.02),
    rateOf('first import', 'first', 0.3),
    rateOf('the same again', 'again', 1),
    rateOf('10 % changed', 'changed', 1),
  ];
};

const importUsers = async (bench: Bench): Promise<Row[]> => {
  const file = writeUsers(bench.folder, USERS);
  const environment = await prepareTables(bench, 0);
  const first = await runImport(bench, environment, ['users', file], USERS);
  const again = await runImport(bench, environment, ['users', file], 0);
  return [
    judgeCount({
      what: `first import of ${USERS} users with uid and e-mail address`,
      unit: 'calls',
      ours: first.calls.length,
      peer: 'three items a user',
      limit: { relation: '<=', value: 1.02 * USERS },
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
  await bulkLoad(localTableNames.bookings, makeBookings(MANY_LINES).map(toBookingItem));
  const { file } = writeBookings(bench.folder, MANY_LINES);
  const many = await runImport(bench, environment, ['bookings', file], 0);
  const [ours, peer] = [few.map(() => many.maxMemoryKib), few.map(({ again }) => again.maxMemoryKib)].map(summarise);
  if (!ours || !peer) throw new Error('no runs');
  const ratio = ratioOf(ours, peer);
  const limit: Limit = { relation: '<=', value: 1.25 };
  return {
    what: `memory, the same ${MANY_LINES} bookings again`,
    ours: `${format(ours.median / 1_024)} MiB`,
    peer: `${LINES} bookings ${format(peer.median / 1_024)} MiB`,
    ratio: formatSpread(ratio),
    goal: `${limit.relation} ${limit.value}`,
    verdict: judge(ratio, limit),
  };
};

const runAll = async (bench: Bench): Promise<Row[]> => {
  const all: Runs[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) all.push(await importAll(bench));
  return [...bookingRows(all), await compareMemory(bench, all), ...(await importUsers(bench))];
};

export const measure: Measure = {
  describes: 'imports on DynamoDB Local: calls and units, and the rate against a program that only puts the items',
  seconds: 90,
  needsDynamoDbLocal: true,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-import-'));
    const engine = await startEngine('dynamodb-local');
    const wire = await startMeteredDatabaseProxy(engine.url);
    try {
      return await runAll({ engine, wire, folder });
    } finally {
      await wire.stop();
      await engine.stop();
      rmSync(folder, { recursive: true });
    }
  },
};
