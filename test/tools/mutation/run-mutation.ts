import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exploreSurvivors } from './explore-survivors.ts';

/**
 * Runs the fast tests on mutants of the domain, the use cases and the parsing of requests. Arguments are Stryker's, such as
 * `--mutate shared/domain/instant.ts`. With `--explore`, runs the explorer on the mutants that survived the last run instead.
 * Stryker has its own package.json, so that it is installed only for this command.
 */
const root = join(import.meta.dirname, '../../..');
const stryker = join(import.meta.dirname, 'node_modules/@stryker-mutator/core/bin/stryker.js');

const run = (command: string, ...words: string[]): void => {
  const { status, error } = spawnSync(command, words, { cwd: root, stdio: 'inherit' });
  if (error) console.error(error.message);
  if (status !== 0) process.exit(status ?? 1);
};

const [first] = process.argv.slice(2);

if (first === '--explore') await exploreSurvivors(join(root, 'coverage/mutation/report.json'));
else {
  if (!existsSync(stryker)) {
    console.log('Installing Stryker in test/tools/mutation, once.');
    run('npm', 'ci', '--prefix', import.meta.dirname, '--no-audit', '--no-fund');
  }
  run(process.execPath, stryker, 'run', 'test/tools/mutation/stryker.config.json', ...process.argv.slice(2));
}
