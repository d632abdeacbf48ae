import { runLocal } from '../lib/local/run-local.ts';
import { waitForInterrupt } from '../lib/local/wait-for-interrupt.ts';

// The service goes on when nobody reads what it prints any more (`npm start | head`).
process.stdout.on('error', () => undefined);

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const warn = (text: string): void => void process.stderr.write(`${text}\n`);

process.exit(await runLocal(process.argv.slice(2), process.env, { end: waitForInterrupt(), print, warn }));
