import { runAdmin } from './run-cli.ts';
import { processTerminal } from './terminal.ts';

/**
 * Runs the command line of this process and sets its exit code. The AWS clients are loaded when a command connects, so that help
 * and usage errors do not wait for them.
 * @param program the words with which help and examples begin, as the operator types them
 */
export const main = async (program: string): Promise<void> => {
  // The program that reads the output may have ended, as in `| head`.
  process.stdout.on('error', () => process.exit());
  process.exitCode = await runAdmin(process.argv.slice(2), {
    ...processTerminal(),
    openStores: async (options) => (await import('./connection/open-stores.ts')).openStores(options),
    findActor: async (options) => (await import('./connection/find-actor.ts')).findActor(options),
    diagnose: async (options) => (await import('./connection/diagnose.ts')).diagnose(options),
    now: Date.now,
    program,
  });
};
