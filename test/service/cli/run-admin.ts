import { Readable } from 'node:stream';
import { diagnose } from '../../../lib/cli/connection/diagnose.ts';
import { findActor } from '../../../lib/cli/connection/find-actor.ts';
import { runAdmin } from '../../../lib/cli/run-cli.ts';
import type { CliContext } from '../../../lib/cli/session.ts';
import { openStores } from '../../../lib/cli/connection/open-stores.ts';
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
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const collectIn = (texts: string[]) => ({
    write: (text: string) => texts.push(text),
    isTTY: false,
    columns: undefined,
    usesColors: false,
  });
  const { env } = process;
  process.env = { ...shell, ...environment };
  try {
    const code = await runAdmin(words, {
      stdout: collectIn(stdout),
      stderr: collectIn(stderr),
      ask: undefined,
      input: Readable.from([]),
      folder: process.cwd(),
      openStores,
      findActor,
      diagnose,
      now: Date.now,
      program: 'npm run -s admin --',
      ...changes,
    });
    return { code, stdout: stdout.join(''), stderr: stderr.join('') };
  } finally {
    process.env = env;
  }
};
