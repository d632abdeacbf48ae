import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { shell, spawnAdmin } from './spawn-admin.ts';

/** Writes the URL of each module that a process loads to stderr. */
const LIST_MODULES =
  "import{registerHooks}from'node:module';registerHooks({load(url,context,next){process.stderr.write(url+'\\n');return next(url,context)}})";
const listModules = `--import=data:text/javascript,${encodeURIComponent(LIST_MODULES)}`;

const main = join(import.meta.dirname, '../../../lib/cli/run-cli.ts');
/** Runs the command line once for each array of words, in one process. */
const runEach = (...commands: readonly (readonly string[])[]): string => `
  const { main } = await import(${JSON.stringify(main)});
  for (const words of ${JSON.stringify(commands)}) {
    process.argv.splice(1, Infinity, 'admin', ...words);
    await main('admin');
  }`;

const packagesIn = (stderr: string): string[] => [
  ...new Set(stderr.split('\n').flatMap((line) => /^file:.*?node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(line)?.[1] ?? [])),
];

describe('The command line loads no more than it needs', () => {
  it('for help, the version and a wrong command: no package but Commander', async () => {
    const program = runEach(['--help'], ['--version'], ['keys', 'rotate', '--frobnicate']);
    const failure: unknown = await promisify(execFile)(
      process.execPath,
      [listModules, '--input-type=module', '--eval', program],
      { env: shell },
    ).catch((error: unknown) => error);
    const { code, stdout, stderr } = failure as { code: number; stdout: string; stderr: string };
    expect(stdout).toMatch(/^Usage: admin [^]*\n\d+\.\d+\.\d+\n$/);
    expect([code, stderr]).toEqual([2, expect.stringContaining("unknown option '--frobnicate'")]);
    expect(packagesIn(stderr)).toEqual(['commander']);
  });

  it('for a command on the local service: no client of a service that it does not call', async () => {
    const { stderr } = await spawnAdmin(['clients', 'list', '--local'], {
      NODE_OPTIONS: listModules,
      DYNAMODB_PORT: '1',
    });
    const clients = packagesIn(stderr).filter((name) => name.startsWith('@aws-sdk/client-'));
    expect(clients.toSorted()).toEqual(['@aws-sdk/client-dynamodb', '@aws-sdk/client-secrets-manager']);
  });
});
