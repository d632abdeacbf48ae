import { runAdmin } from './run-cli.ts';
import { processTerminal } from './terminal.ts';

/**
 * Runs the command line of this process and sets its exit code. The AWS clients are loaded when a command connects, so
 * that help and wrong usage do not wait for them.
 * @param program how the operator calls it: what help and examples begin with
 */
export const main = async (program: string): Promise<void> => {
  // The reader of the output may have ended (`| head`).
  process.stdout.on('error', () => process.exit());
  process.exitCode = await runAdmin(process.argv.slice(2), {
    ...processTerminal(),
    openStores: async (options) => (await import('./stores.ts')).openStores(options),
    findActor: async (options) => (await import('./connection/find-actor.ts')).findActor(options),
    diagnose: async (options) => (await import('./connection/diagnose.ts')).diagnose(options),
    now: Date.now,
    program,
  });
};
