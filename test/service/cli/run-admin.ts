import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { diagnose } from '../../../lib/cli/connection/diagnose.ts';
import { findActor } from '../../../lib/cli/connection/find-actor.ts';
import { openStores } from '../../../lib/cli/connection/open-stores.ts';
import type { CliContext } from '../../../lib/cli/session.ts';
import { runIn } from '../../unit/cli/run-command.ts';

const DIRECTORY = join(import.meta.dirname, '../../../bin');
/** The arguments with which the npm script `admin` runs Node. */
const PROGRAM = ['--import', join(DIRECTORY, 'compile-cache.js'), join(DIRECTORY, 'admin.ts')];

/** The environment variables of the operator's shell, without an AWS configuration. */
export const shell = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  AWS_EC2_METADATA_DISABLED: 'true',
};

/** A program that makes its process write the URL of each module that it loads to stderr. */
const LIST_MODULES =
  "import{registerHooks}from'node:module';registerHooks({load(url,context,next){process.stderr.write(url+'\\n');return next(url,context)}})";
/** The option of Node that {@link packagesIn} needs. */
export const listModules = `--import=data:text/javascript,${encodeURIComponent(LIST_MODULES)}`;

/** The packages that a process with the option `listModules` loaded. */
export const packagesIn = (stderr: string): string[] => [
  ...new Set(stderr.split('\n').flatMap((line) => /^file:.*?node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(line)?.[1] ?? [])),
];

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the operator's command line as a separate process without a terminal. */
export const spawnAdmin = (words: readonly string[], environment: Readonly<Record<string, string>>): Promise<Ended> =>
  new Promise((resolve) => {
    const options = { env: { ...shell, ...environment } };
    execFile(process.execPath, [...PROGRAM, ...words], options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });

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
