import { spawnSync } from 'node:child_process';

// Before npm test. Go programs check the types: collecting garbage less often saves a fifth of their CPU time.
process.env['GOGC'] ??= '400';
for (const script of ['check', 'lint']) {
  const { status } = spawnSync(process.execPath, ['--run', script], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
