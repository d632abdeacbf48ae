import { runLocal } from '../lib/local/run-local.ts';
import { waitForInterrupt } from '../lib/local/wait-for-interrupt.ts';

// The service goes on when nobody reads what it prints any more (`npm start | head`).
process.stdout.on('error', () => undefined);

const code = await runLocal(process.argv.slice(2), process.env, {
  end: waitForInterrupt(),
  print: (text) => void process.stdout.write(`${text}\n`),
  warn: (text) => void process.stderr.write(`${text}\n`),
  // Loads esbuild: only whoever opens the console waits for it.
  buildConsole: async () => (await import('../lib/console/build.ts')).buildConsole(),
});
process.exit(code);
