import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
const explorer = join(root, 'test/tools/explore/run-explorer.ts');
const mutantLoader = join(root, 'test/tools/explore/apply-mutant.ts');

/**
 * Runs in a separate process, because the explorer changes global functions to be deterministic.
 * @param mutant the name of the protection to remove; undefined: none
 */
const explore = async (words: readonly string[], mutant?: string): Promise<string> => {
  const loader = mutant === undefined ? [] : ['--import', mutantLoader];
  const args = ['--disable-warning=ExperimentalWarning', ...loader, explorer, ...words];
  try {
    const env = { ...process.env, ...(mutant !== undefined && { MUTANT: mutant }) };
    return (await promisify(execFile)(process.execPath, args, { env })).stdout;
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
};

describe('In every order of their calls', () => {
  it('parallel requests keep the invariants, with a few faults', async () => {
    const printed = await explore(['--small']);
    expect(printed).toContain(' scenarios, ');
    expect(printed).not.toContain('BROKEN:');
  });

  it('a removed protection is noticed, also by a write after the last response, and the trace repeats the run', async () => {
    const mutant = 'the late first write of a log-in ends a revocation';
    const words = ['--scenario', 'late-log-in-and-reuse', '--faults', '1'];
    const [found] = /^BROKEN:[^]*/m.exec(await explore(words, mutant)) ?? [''];
    const [, trace = ''] = /--replay '(.*)'/.exec(found) ?? [];
    expect(trace).toMatch(/o$/);
    expect(await explore([...words, '--replay', trace], mutant)).toBe(found);
  });
});
