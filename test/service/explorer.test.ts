import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
const explorer = join(root, 'test/tools/explore/run-explorer.ts');
const mutantLoader = join(root, 'test/tools/explore/apply-mutant.ts');

/**
 * Runs a program in a separate process, because the explorer changes global functions to be deterministic.
 * @returns the printed text, even if the process ends with exit code 1
 */
const run = async (args: readonly string[], variables: NodeJS.ProcessEnv = {}): Promise<string> => {
  try {
    const env = { ...process.env, ...variables };
    return (await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { env }))
      .stdout;
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
};

/** A program that explores, and replays the printed trace in the same process. It prints both outputs as JSON. */
const EXPLORE_AND_REPLAY = `
  let printed = '';
  console.log = (line) => (printed += line + '\\n');
  const explore = async (query, ...words) => {
    process.argv.push(...words);
    printed = '';
    await import(process.env.EXPLORER + query);
    return printed.slice(printed.indexOf('BROKEN:'));
  };
  const found = await explore('', '--scenario', process.env.SCENARIO, '--faults', '1');
  const [, trace] = /--replay '(.*)'/.exec(found);
  process.stdout.write(JSON.stringify({ found, trace, replayed: await explore('?again', '--replay', trace) }));`;

describe('The explorer', () => {
  it('finds that parallel requests keep the invariants in every order of their calls, even with a few faults', async () => {
    const printed = await run([explorer, '--small']);
    expect(printed).toContain(' scenarios, ');
    expect(printed).not.toContain('BROKEN:');
  });

  it('notices that a protection is missing, even if only a write after the last response shows this, and prints a trace that replays the run', async () => {
    const args = ['--import', mutantLoader, '--input-type=module', '--eval', EXPLORE_AND_REPLAY];
    const printed = await run(args, {
      MUTANT: 'the first write of a log-in arrives late and undoes a revocation',
      EXPLORER: explorer,
      SCENARIO: 'late-log-in/thief',
    });
    const { found, trace, replayed } = JSON.parse(printed) as Record<'found' | 'trace' | 'replayed', string>;
    expect(found).toMatch(/^BROKEN: a revoked token family stays revoked\n/);
    const endsWithLateWrite = /o$/;
    expect(trace).toMatch(endsWithLateWrite);
    expect(replayed).toBe(found);
  });
});
