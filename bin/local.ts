import { runLocal } from '../lib/local/run-local.ts';
import { startLocalService } from '../lib/local/service.ts';
import { waitForInterrupt } from '../lib/local/wait-for-interrupt.ts';

// The service goes on when nobody reads what it prints any more (`npm start | head`).
process.stdout.on('error', () => undefined);

/** Loads esbuild, at the first request for the console: the start does not wait for it. */
const buildConsole = async () => (await import('../lib/console/build.ts')).buildConsole();

const code = await runLocal(process.argv.slice(2), process.env, {
  start: (options, observers) => startLocalService(options, observers, buildConsole),
  end: waitForInterrupt(),
  print: (text) => void process.stdout.write(`${text}\n`),
  warn: (text) => void process.stderr.write(`${text}\n`),
});
process.exit(code);
