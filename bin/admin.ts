import { findActor } from '../lib/cli/connection/find-actor.ts';
import { runAdmin } from '../lib/cli/run-cli.ts';
import { openStores } from '../lib/cli/stores.ts';
import { processTerminal } from '../lib/cli/terminal.ts';

// Whoever reads the output may have read enough (`| head`).
process.stdout.on('error', () => process.exit());

process.exitCode = await runAdmin(process.argv.slice(2), {
  ...processTerminal(),
  openStores,
  findActor,
  now: Date.now,
});
