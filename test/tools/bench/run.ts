import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endChildProcesses } from './harness/child-processes.ts';
import { hasDynamoDbLocal } from './harness/dynamodb-local.ts';
import { describeRun, PLOT_FILE, recordResults } from './harness/results.ts';
import { notMeasured, type Measure, type Row } from './harness/row.ts';
import { formatTable } from './harness/table.ts';

const names = [
  'bundle-size',
  'round-trips',
  'growth',
  'write-units',
  'cold-start',
  'warm-checkin',
  'framework-share',
  'tokens',
  'checkin-http',
  'checkin-wait',
  'tail',
  'import',
  'start',
  'batch',
] as const;
type Name = (typeof names)[number];

const load = async (name: Name): Promise<Measure> =>
  ((await import(`./measures/${name}.ts`)) as { measure: Measure }).measure;

const help = async (): Promise<string> => {
  const lines = await Promise.all(
    names.map(async (name) => {
      const { seconds, describes } = await load(name);
      return `  ${name.padEnd(16)} ${String(seconds).padStart(3)} s  ${describes}`;
    }),
  );
  return [
    'Usage: npm run bench [-- --only MEASURE]... [--record]',
    '',
    'Measures the service against its limits and against alternative software, in one run on this machine.',
    'Figures are medians of alternating runs, with the quartiles in brackets. There is a verdict only if both',
    'quartiles are on one side of the goal. The exit code is 1 only if a measure could not be run.',
    '',
    '  --only MEASURE   runs this one; may be given several times',
    '  --record         writes the results to docs/performance.json and into docs/performance.md, and draws the growth',
    '',
    ...lines,
    '',
    'Measures in units of DynamoDB need Java for DynamoDB Local, or the address of one in AWS_ENDPOINT_URL_DYNAMODB.',
  ].join('\n');
};

/** Only the bench uses the alternative software, so only the bench installs it. */
const installPeers = (): void => {
  if (existsSync(join(import.meta.dirname, 'node_modules'))) return;
  console.log('Installing the alternative software (npm ci --prefix test/tools/bench)…');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--prefix', import.meta.dirname], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the alternative software could not be installed');
};

/** On a busy machine a measure may take this many times its usual duration. */
const PATIENCE = 6;
/** A measure that fails, as on a machine that is busy for a moment, is run once more. */
const TRIES = 2;

/** @throws Error if a measure takes far longer than it should, so that a run without supervision ends */
const runInTime = async ({ seconds, run }: Measure): Promise<readonly Row[]> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const limit = seconds * PATIENCE;
  const timer = setTimeout(() => reject(new Error(`it did not end within ${limit} s`)), limit * 1_000);
  try {
    return await Promise.race([run(), late]);
  } finally {
    clearTimeout(timer);
    endChildProcesses();
  }
};

const runMeasure = async (name: Name, measure: Measure): Promise<readonly Row[] | undefined> => {
  if (measure.needsDynamoDbLocal === true && !hasDynamoDbLocal()) return [notMeasured(name)];
  for (let tries = 1; tries <= TRIES; tries += 1) {
    console.error(`${name}: about ${measure.seconds} s`);
    const startedAt = performance.now();
    try {
      const rows = await runInTime(measure);
      console.error(`${name}: took ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
      return rows;
    } catch (error) {
      console.error(`${name} could not be run:`, error);
    }
  }
  return undefined;
};

const runAll = async (chosen: readonly Name[], isRecorded: boolean): Promise<boolean> => {
  installPeers();
  if (isRecorded) process.env['BENCH_PLOT'] ??= PLOT_FILE;
  const run = describeRun();
  console.log(`${run.at}, ${run.commit}, ${run.machine}\n`);
  const measures = await Promise.all(chosen.map(async (name) => [name, await load(name)] as const));
  const minutes = measures.reduce((sum, [, { seconds }]) => sum + seconds, 0) / 60;
  console.error(`Measures: ${chosen.length}, about ${minutes.toFixed(0)} min on two idle cores\n`);
  const failed: Name[] = [];
  for (const [name, measure] of measures) {
    const rows = await runMeasure(name, measure);
    if (!rows) {
      failed.push(name);
      continue;
    }
    console.log(`${formatTable(rows)}\n`);
    if (isRecorded) recordResults({ [name]: { ...run, rows } });
  }
  if (failed.length > 0) console.error(`Not measured: ${failed.join(', ')}.`);
  return failed.length === 0;
};

const readChoice = (only: readonly string[]): readonly Name[] => {
  const unknown = only.find((name) => !names.some((one) => one === name));
  if (unknown !== undefined) throw new Error(`There is no measure "${unknown}": ${names.join(', ')}.`);
  return only.length === 0 ? names : names.filter((name) => only.includes(name));
};

process.once('exit', endChildProcesses);
// Without a listener, these signals end the process without its `exit` event.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

try {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      record: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) console.log(await help());
  else process.exitCode = (await runAll(readChoice(values.only), values.record)) ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
// A measure that was given up may still wait for something.
process.exit();
