import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { listModules, packagesIn, shell } from './run-admin.ts';

const main = join(import.meta.dirname, '../../../lib/cli/run-cli.ts');
/** Runs the command line once for each array of words, in one process. */
const runEach = (...commands: readonly (readonly string[])[]): string => `
  const { main } = await import(${JSON.stringify(main)});
  for (const words of ${JSON.stringify(commands)}) {
    process.argv.splice(1, Infinity, 'admin', ...words);
    await main('admin');
  }`;

describe('The command line', () => {
  it('loads no package except Commander to print help, the version or a usage error', async () => {
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
});
