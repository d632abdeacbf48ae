import { runAdmin } from '../lib/cli/run-cli.ts';
import { openStores } from '../lib/cli/stores.ts';

// Whoever reads the output may have read enough (`| head`).
process.stdout.on('error', () => process.exit());

const { stdout, stderr } = process;
process.exitCode = await runAdmin(process.argv.slice(2), { openStores, stdout, stderr, now: Date.now });
