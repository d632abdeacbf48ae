import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installPackages } from '../installed-programs.ts';
import config from './stryker.config.json' with { type: 'json' };

const HELP = `Usage: npm run test:mutation -- [--mutate FILES] [--incremental]

Changes the code one place at a time (domain, rules, use cases, parsing of requests), and after each change runs the tests
that need no server. A change that no test notices is a survivor and is printed. Survivors that make no difference to any caller
are listed in test/tools/mutation/survivors.md.
  --mutate       changes only these files, such as 'shared/use-cases/checkin/**/*.ts'; separate patterns with commas, and
                 do not use braces
  --incremental  tests only changes whose result can differ from their result in the last run with this option
Other options are passed to Stryker: https://stryker-mutator.io/docs/stryker-js/configuration
The report is coverage/mutation/report.html. Exit code 1 if the tests notice less than ${config.thresholds.break} % of the changes.`;

const root = join(import.meta.dirname, '../../..');
/** Stryker is a dependency of this folder's own package.json, so that only this command installs it. */
const stryker = join(import.meta.dirname, 'node_modules/@stryker-mutator/core/bin/stryker.js');

const words = process.argv.slice(2);

if (words.includes('--help')) console.log(HELP);
else {
  await installPackages(import.meta.dirname);
  const command = [stryker, 'run', 'test/tools/mutation/stryker.config.json', ...words];
  process.exitCode = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status ?? 1;
}
