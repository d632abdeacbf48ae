import { runLocal } from '../lib/local/run-local.ts';
import { startLocalService, type FunctionLoaders } from '../lib/local/service.ts';
import { waitForInterrupt } from '../lib/local/wait-for-interrupt.ts';

// The service keeps running if the program that reads its output ends, as in `npm start | head`.
process.stdout.on('error', () => undefined);

const load: FunctionLoaders = {
  auth: () => import('../functions/auth/handler.ts'),
  refresh: () => import('../functions/refresh/handler.ts'),
  checkin: () => import('../functions/checkin/handler.ts'),
  batch: () => import('../functions/batch/handler.ts'),
  sync: () => import('../functions/sync/handler.ts'),
  admin: () => import('../functions/admin/handler.ts'),
  push: () => import('../functions/push/handler.ts'),
  events: () => import('../functions/events/handler.ts'),
  housekeeping: () => import('../functions/housekeeping/handler.ts'),
};

/** Loads esbuild at the first request for the console, so that the service starts without waiting for it. */
const buildConsole = async () => (await import('../lib/console/build.ts')).buildConsole();

const code = await runLocal(process.argv.slice(2), process.env, {
  start: (options, observers) => startLocalService(options, load, observers, buildConsole),
  end: waitForInterrupt(),
  print: (text) => void process.stdout.write(`${text}\n`),
  warn: (text) => void process.stderr.write(`${text}\n`),
});
process.exit(code);
