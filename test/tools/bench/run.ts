import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions } from '../read-options.ts';
import type { Measure } from './harness/figures.ts';
import { describeRun, formatTable, record } from './harness/record.ts';

/** Descriptions of the measures, with their durations on two idle cores. */
const measures: Readonly<Record<string, string>> = {
  'cold-start': 'a fresh process that loads the deployed bundle and checks in, against a bare handler (40 s)',
  tokens: 'log-in and refresh over HTTP, against oidc-provider and @node-oauth/oauth2-server (1 min)',
  batches: 'the swipes of a reader that was offline, in batches, against one request for each swipe (30 s)',
};

const help = `Usage: npm run bench [-- --only MEASURE]... [--record]

Measures the service against its limits and against other software, in one run on this machine. Without --only, it runs
all measures.

  --only MEASURE   runs only this measure; can be given several times
  --record         writes the tables of docs/performance.md

${Object.entries(measures)
  .map(([name, what]) => `  ${name.padEnd(12)} ${what}`)
  .join('\n')}`;

const changedAt = (file: string): number =>
  statSync(join(import.meta.dirname, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Installs the software to compare with, if it is missing or its lockfile has changed. Only the bench uses it. */
const installPeers = (): void => {
  if (changedAt('node_modules/.package-lock.json') > changedAt('package-lock.json')) return;
  const words = ['ci', '--no-audit', '--no-fund', '--prefix', import.meta.dirname];
  if (spawnSync('npm', words, { stdio: 'inherit' }).status !== 0) throw new Error('npm ci failed');
};

/** Runs a measure. A failure does not stop later measures. */
const perform = async (name: string): Promise<Awaited<ReturnType<Measure>> | undefined> => {
  const { measure } = (await import(`./measures/${name}.ts`)) as { measure: Measure };
  console.error(`${name}: ${measures[name]}`);
  try {
    return await measure();
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
    return undefined;
  }
};

const { values } = readOptions(help, {
  only: { type: 'string', multiple: true, default: Object.keys(measures) },
  record: { type: 'boolean' },
});
const unknown = values.only.find((name) => !(name in measures));
if (unknown !== undefined) {
  console.error(`There is no measure "${unknown}".\n\n${help}`);
  process.exit(2);
}
installPeers();
const run = describeRun();
console.log(Object.values(run).join(', '));
for (const name of values.only) {
  const rows = await perform(name);
  if (!rows) continue;
  console.log(`\n${formatTable(rows)}`);
  if (values.record) record(name, rows, run);
}
// Peers might keep connections open.
process.exit(process.exitCode);
