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
import { unpackVersion10 } from '../harness/version-1.0.ts';

const ROUNDS = 2;
const LINES = 10_000;
/** Version 1.0 takes ten times as long a line, so it imports half as many, and the figures are those of a line. */
const VERSION_10_LINES = LINES / 2;
const MANY_LINES = 30_000;
const USERS = 2_000;

/** A version's command line. */
type Version = 'ours' | 'version10';

/** Options of Node.js in the npm script `admin` of each version. */
const nodeOptions: Readonly<Record<Version, readonly string[]>> = {
  ours: ['--max-semi-space-size=16', '--import', join(PROJECT_DIRECTORY, 'bin/compile-cache.js')],
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

/** Version 1.0 writes each line, so it has no run with changed lines: it would do the same work as in `again`. */
interface Runs {
  readonly first: ImportRun;
  readonly again: ImportRun;
}

interface OurRuns extends Runs {
  readonly changed: ImportRun;
}

const importTwice = async (bench: Bench, version: Version, lines: number) => {
  const { file, changed } = writeBookings(bench.folder, lines);
  const environment = await prepareTables(bench, lines / BOOKINGS_A_USER);
  const run = (name: string, written: number) => runImport(bench, version, environment, ['bookings', name], written);
  const runs = { first: await run(file, lines), again: await run(file, 0) };
  return { runs, runChanged: () => run(changed, lines / 10) };
};

const importOurs = async (bench: Bench): Promise<OurRuns> => {
  const { runs, runChanged } = await importTwice(bench, 'ours', LINES);
  return { ...runs, changed: await runChanged() };
};

/** The runs of all rounds. */
interface AllRuns {
  readonly ours: readonly OurRuns[];
  readonly version10: readonly Runs[];
}

const bookingRows = ({ ours, version10 }: AllRuns): Row[] => {
  const { first, again } = ours[0] as OurRuns;
  const atMost = (what: string, count: number, value: number, unit = 'calls'): Row =>
    judgeCount({ what, unit, ours: count, limit: { relation: '<=', value } });
  const against = (what: string, unit: string, [figures, peer]: [number[], number[]], limit: Limit): Row =>
    compare({ what, unit, ours: summarise(figures), peerName: 'version 1.0', peer: summarise(peer), limit });
  const rate = ({ seconds }: ImportRun): number => LINES / seconds;
  const rates10 = version10.map((runs) => VERSION_10_LINES / runs.again.seconds);
  const cpu = ({ cpuSeconds }: ImportRun, lines: number): number => (1_000 * cpuSeconds) / lines;
  return [
    atMost(`the same ${LINES} bookings again`, again.calls.length, LINES / 100 + 1),
    atMost('the same, written', unitsOf(again.calls, false), 0, 'WCU'),
    atMost('the same, read a line', unitsOf(again.calls, true) / LINES, 1, 'RCU'),
    atMost(`first import of ${LINES} bookings`, first.calls.length, LINES / 20),
    against('the same again, lines a second', '/s', [ours.map((runs) => rate(runs.again)), rates10], {
      relation: '>=',
      value: 10,
    }),
    against('10 % changed, lines a second', '/s', [ours.map((runs) => rate(runs.changed)), rates10], {
      relation: '>=',
      value: 4,
    }),
    against(
      'first import, CPU of the client a line',
      'ms',
      [ours.map((runs) => cpu(runs.first, LINES)), version10.map((runs) => cpu(runs.first, VERSION_10_LINES))],
      { relation: '<=', value: 0.15 },
    ),
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

const compareMemory = async (bench: Bench, few: readonly OurRuns[]): Promise<Row> => {
  const environment = await prepareTables(bench, MANY_LINES / BOOKINGS_A_USER);
  await bulkLoad(localTableNames.bookings, makeBookings(MANY_LINES).map(toBookingItem));
  const { file } = writeBookings(bench.folder, MANY_LINES);
  const many = await runImport(bench, 'ours', environment, ['bookings', file], 0);
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
  const ours: OurRuns[] = [];
  const version10: Runs[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    ours.push(await importOurs(bench));
    version10.push((await importTwice(bench, 'version10', VERSION_10_LINES)).runs);
  }
  return [...bookingRows({ ours, version10 }), await compareMemory(bench, ours), ...(await importUsers(bench))];
};

export const measure: Measure = {
  describes: 'imports on DynamoDB Local: calls and units, and the rate and CPU against version 1.0',
  seconds: 125,
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
