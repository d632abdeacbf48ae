import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { withChanges } from '../tools/change-source.ts';
import { mutants, type Mutant } from '../tools/explore/mutants.ts';
import { runCommand } from '../tools/processes.ts';

const explorer = join(import.meta.dirname, '../tools/explore/run-explorer.ts');

/** Runs a program in a separate process, because the explorer changes global functions to be deterministic. */
const run = async (args: readonly string[], environment = process.env): Promise<string> =>
  (await runCommand(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], environment)).stdout;

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
  it('finds that pairs of requests keep the invariants in every order of their calls', async () => {
    const printed = await run([explorer, '--small']);
    expect(printed).toContain(' scenarios, ');
    expect(printed).not.toContain('BROKEN:');
  });

  it('notices that a protection is missing, even if only a write after the last response shows this, and prints a trace that replays the run', async () => {
    const mutant = mutants['the first write of a log-in arrives late and undoes a revocation'] as Mutant;
    const { scenario: SCENARIO } = mutant;
    const environment = withChanges({ ...process.env, EXPLORER: explorer, SCENARIO }, [mutant]);
    const printed = await run(['--input-type=module', '--eval', EXPLORE_AND_REPLAY], environment);
    const { found, trace, replayed } = JSON.parse(printed) as Record<'found' | 'trace' | 'replayed', string>;
    expect(found).toMatch(/^BROKEN: a revoked token family stays revoked\n/);
    const endsWithLateWrite = /o$/;
    expect(trace).toMatch(endsWithLateWrite);
    expect(replayed).toBe(found);
  });
});
