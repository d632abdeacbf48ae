import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { withChanges } from '../tools/change-source.ts';
import { mutants, type Mutant } from '../tools/explore/mutants.ts';
import { runCommand } from '../tools/processes.ts';

const explorer = join(import.meta.dirname, '../tools/explore/run-explorer.ts');

/** Runs a program in a separate process, because the explorer changes global functions to be deterministic. */
const run = async (args: readonly string[], environment = process.env): Promise<string> =>
  (await runCommand(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], environment)).stdout;

describe('The explorer', () => {
  it('finds that pairs of requests keep the invariants in every order of their calls', async () => {
    const printed = await run([explorer, '--small']);
    expect(printed).toContain(' scenarios, ');
    expect(printed).not.toContain('BROKEN:');
  });

  it('notices that a protection is missing, even if only a write after the last response shows this, and prints the run and the command that repeats it', async () => {
    const mutant = mutants['the first write of a log-in arrives late and undoes a revocation'] as Mutant;
    const { scenario } = mutant;
    const printed = await run([explorer, '--scenario', scenario, '--faults', '2'], withChanges(process.env, [mutant]));
    expect(printed).toContain('\nBROKEN: a revoked token family stays revoked\n');
    expect(printed).toMatch(/, late\n +To repeat: .* --scenario late-log-in\/thief --faults 1\n$/);
  });
});
