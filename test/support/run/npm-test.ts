import { spawnSync } from 'node:child_process';

// npm test: types, lint and all tests. npm test -- PATH …: only the tests of these files or folders.
const words = process.argv.slice(2);

// Go programs check the types: collecting garbage less often saves a fifth of their CPU time.
process.env['GOGC'] ??= '400';
const scripts = [...(words.length === 0 ? [['check'], ['lint']] : []), ['jest', '--', '--randomize', ...words]];
for (const script of scripts) {
  const { status } = spawnSync(process.execPath, ['--run', ...script], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
