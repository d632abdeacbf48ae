import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { installPackages } from '../installed-programs.ts';
import { readOptions } from '../read-options.ts';
import type { Measure } from './harness/figures.ts';

/** Descriptions of the measures, with their durations on two idle cores. */
const measures: Readonly<Record<string, string>> = {
  'cold-start': 'a fresh process that loads the deployed bundle and checks in, against a bare handler (40 s)',
  tokens: 'log-in and refresh over HTTP, against oidc-provider and @node-oauth/oauth2-server (1 min)',
  batches: 'the swipes of a reader that was offline, in batches, against one request for each swipe (30 s)',
};

const help = `Usage: npm run bench [-- --only MEASURE]...

Measures the service against its limits and against other software, in one run on this machine, and prints tables for
docs/performance.md. Without --only, it runs all measures.

  --only MEASURE   runs only this measure; can be given several times

${Object.entries(measures)
  .map(([name, what]) => `  ${name.padEnd(12)} ${what}`)
  .join('\n')}`;

const { values } = readOptions(help, {
  only: { type: 'string', multiple: true, default: Object.keys(measures) },
});
const unknown = values.only.find((name) => !(name in measures));
if (unknown !== undefined) {
  console.error(`There is no measure "${unknown}".\n\n${help}`);
  process.exit(2);
}
// Only the bench uses the software to compare with.
await installPackages(import.meta.dirname);
const { formatTable } = await import('./harness/figures.ts');
const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
const machine = `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim()}`;
console.log(`${new Date().toISOString().slice(0, 10)}, commit ${commit}, ${machine}`);
for (const name of values.only) {
  console.error(`${name}: ${measures[name]}`);
  const { measure } = (await import(`./measures/${name}.ts`)) as { measure: Measure };
  console.log(`\n${formatTable(await measure())}`);
}
// Peers might keep connections open.
process.exit();
