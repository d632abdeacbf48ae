import { diagnose } from '../../../lib/cli/connection/diagnose.ts';
import { findActor } from '../../../lib/cli/connection/find-actor.ts';
import { openStores } from '../../../lib/cli/connection/open-stores.ts';
import type { CliContext } from '../../../lib/cli/session.ts';
import { runIn } from '../../unit/cli/run-command.ts';
import { shell, type Ended } from './spawn-admin.ts';

/**
 * Runs the operator's command line in this process, at a tenth of the cost of `spawnAdmin`. While it runs, `environment`
 * replaces that of this process, so only one command can run at a time. `changes` replaces parts of the context.
 */
export const runAdminHere = async (
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  changes: Partial<CliContext> = {},
): Promise<Ended> => {
  const { env } = process;
  process.env = { ...shell, ...environment };
  const program = 'npm run -s admin --';
  try {
    const context = { openStores, findActor, diagnose, folder: process.cwd(), now: Date.now, program, ...changes };
    return await runIn(context, words);
  } finally {
    process.env = env;
  }
};
