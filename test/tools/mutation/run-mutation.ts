import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installPackages } from '../installed-programs.ts';
import config from './stryker.config.json' with { type: 'json' };

const HELP = `Usage: npm run test:mutation -- [--mutate FILES] [--incremental]

Changes the code one place at a time (domain, rules, use cases, parsing of requests), and after each change runs the tests
that need no server. A change that no test notices is printed: a test is missing, or the code is needless.
  --mutate       changes only these files, such as 'shared/use-cases/checkin/**/*.ts'; separate patterns with commas, and
                 do not use braces
  --incremental  keeps results of the last run with this option, where neither the changed code nor the test that noticed it differs
Other options are passed to Stryker: https://stryker-mutator.io/docs/stryker-js/configuration
The report is coverage/mutation/report.html. Exit code 1 if the tests notice less than ${config.thresholds.break} % of the changes.`;

const root = join(import.meta.dirname, '../../..');
/** Stryker is a dependency of this folder's own package.json, so that only this command installs it. */
const stryker = join(import.meta.dirname, 'node_modules/@stryker-mutator/core/bin/stryker.js');

const words = process.argv.slice(2);
const { values } = parseArgs({
  args: words,
  options: { mutate: { type: 'string', short: 'm' } },
  strict: false,
});
const patterns = typeof values.mutate === 'string' ? values.mutate.split(',') : [];
/** A pattern can end with lines, such as `:10-20`, and exclude files with `!`. Stryker would pass without a single mutant. */
const unmatched = patterns.filter((one) => globSync(one.replace(/^!|:\d.*$/g, ''), { cwd: root }).length === 0);

if (words.includes('--help')) console.log(HELP);
else if (unmatched.length > 0) {
  console.error(`No file matches ${unmatched.join(', ')}.`);
  process.exitCode = 1;
} else {
  await installPackages(import.meta.dirname);
  const command = [stryker, 'run', 'test/tools/mutation/stryker.config.json', ...words];
  process.exitCode = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status ?? 1;
}
