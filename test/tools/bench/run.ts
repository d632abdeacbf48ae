import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { engineName } from './harness/engine.ts';
import type { Measure, Row } from './harness/row.ts';
import { formatTable } from './harness/table.ts';

const names = [
  'bundle-size',
  'round-trips',
  'read-units',
  'write-units',
  'cold-start',
  'warm-checkin',
  'framework-share',
  'tokens',
  'checkin-http',
  'checkin-wait',
  'import',
] as const;
type Name = (typeof names)[number];

const load = async (name: Name): Promise<Measure> =>
  ((await import(`./measures/${name}.ts`)) as { measure: Measure }).measure;

const help = async (): Promise<string> => {
  const lines = await Promise.all(names.map(async (name) => `  ${name.padEnd(16)} ${(await load(name)).describes}`));
  return [
    'Usage: npm run bench [-- --only MEASURE]',
    '',
    'Measures the service against its limits and against what people would use instead, in one run on this machine.',
    'Figures are medians of runs taken by turns, with the quartiles in brackets. A goal that is missed is shown as such;',
    'the exit code is 1 only where something could not be run.',
    '',
    ...lines,
    '',
    'AWS_ENDPOINT_URL_DYNAMODB leads to the DynamoDB engine to use, such as DynamoDB Local; else it is the embedded one.',
  ].join('\n');
};

/** What the service is measured against is nobody else's business: it is installed here, when it is wanted. */
const installPeers = (): void => {
  if (existsSync(join(import.meta.dirname, 'node_modules'))) return;
  console.log('Installing what the service is measured against (npm ci --prefix test/tools/bench)…');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--prefix', import.meta.dirname], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('what the service is measured against could not be installed');
};

const runMeasure = async (name: Name): Promise<readonly Row[] | undefined> => {
  console.error(`${name}…`);
  try {
    return await (await load(name)).run();
  } catch (error) {
    console.error(`${name} could not be run:`, error);
    return undefined;
  }
};

const runAll = async (chosen: readonly Name[]): Promise<boolean> => {
  installPeers();
  const results = [];
  for (const name of chosen) results.push(await runMeasure(name));
  const [cpu] = cpus();
  console.log(`Node ${process.versions.node}, ${cpus().length} × ${cpu?.model.trim()}, ${engineName}\n`);
  console.log(formatTable(results.flatMap((rows) => rows ?? [])));
  return results.every((rows) => rows !== undefined);
};

const readChoice = (only: string | undefined): readonly Name[] => {
  if (only === undefined) return names;
  const chosen = names.filter((name) => name === only);
  if (chosen.length === 0) throw new Error(`There is no measure "${only}": ${names.join(', ')}.`);
  return chosen;
};

try {
  const { values } = parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
  if (values.help) console.log(await help());
  else process.exitCode = (await runAll(readChoice(values.only))) ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
