import { runAdmin } from '../lib/admin/run-admin.ts';
import { openStores } from '../lib/admin/stores.ts';

// Whoever reads the output may have read enough (`| head`).
process.stdout.on('error', () => process.exit());

const { stdout, stderr } = process;
process.exitCode = await runAdmin(process.argv.slice(2), { openStores, stdout, stderr, now: Date.now });
