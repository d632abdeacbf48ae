import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIRECTORY } from '../../../../lib/aws/bundling.ts';

/** The last commit of version 1.0. */
const COMMIT = '2d4d6b7';

/**
 * Unpacks version 1.0 from the project's history, to run next to the current version, with the current packages.
 * @throws Error if the history is missing, as in a shallow clone
 */
export const unpackVersion10 = (directory: string): void => {
  mkdirSync(directory, { recursive: true });
  const archive = spawnSync('git', ['archive', COMMIT, 'bin', 'lib', 'functions', 'shared', 'package.json'], {
    cwd: PROJECT_DIRECTORY,
    maxBuffer: 2 ** 30,
  });
  if (archive.status !== 0) throw new Error(`commit ${COMMIT} (version 1.0) is not in the history of this clone`);
  const { status } = spawnSync('tar', ['x', '-C', directory], { input: archive.stdout });
  if (status !== 0) throw new Error('version 1.0 could not be unpacked');
  symlinkSync(join(PROJECT_DIRECTORY, 'node_modules'), join(directory, 'node_modules'));
};
