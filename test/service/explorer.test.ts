import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
const explorer = join(root, 'test/tools/explore/run-explorer.ts');

/** Runs in a separate process, because the explorer changes global functions to be deterministic. */
const explore = async (...words: string[]): Promise<string> => {
  const args = ['--disable-warning=ExperimentalWarning', explorer, ...words];
  try {
    return (await promisify(execFile)(process.execPath, args)).stdout;
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
};

describe('In every order of their calls', () => {
  it('parallel requests keep the invariants, with a few faults', async () => {
    const printed = await explore('--small');
    expect(printed).toContain(' scenarios, ');
    expect(printed).not.toContain('BROKEN:');
  });

  it('a trace repeats its run', async () => {
    const replay = ['--scenario', 'refresh', '--replay', 'ab?ab'];
    expect(await explore(...replay)).toBe(await explore(...replay));
  });
});
