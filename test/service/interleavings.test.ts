import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { withChanges } from '../tools/change-source.ts';
import { mutants, type Mutant } from '../tools/interleavings/mutants.ts';
import { runCommand } from '../tools/processes.ts';

/** Enough for a busy machine. */
const TIMEOUT_MILLISECONDS = 15 * 60_000;

const program = join(import.meta.dirname, '../tools/interleavings/run-interleavings.ts');

/** Runs the program in a separate process, because it changes global functions to be deterministic. */
const run = async (words: string, environment = process.env): Promise<string> =>
  (await runCommand(process.execPath, [program, ...words.split(' ')], environment)).stdout;

describe('Requests that act at once', () => {
  it(
    'keep the invariants in random orders of their calls, with random faults',
    async () => {
      const printed = await run('--seed 1 --runs 500');
      expect(printed).toMatch(/^push: 500 runs/m);
      expect(printed).not.toContain('BROKEN:');
    },
    TIMEOUT_MILLISECONDS,
  );

  it(
    'break an invariant without a protection; the story that is printed can be repeated',
    async () => {
      const environment = withChanges(process.env, [mutants['an undo is written before its log entry'] as Mutant]);
      const printed = await run('--group changes --seed 1', environment);
      const [, story, words] = /^(BROKEN: no change without its entry\n[^]*) {2}To repeat: (.*)$/m.exec(printed) ?? [];
      expect(story).toMatch(/^ {2}\S+: TransactWrite \S/m);
      expect(await run(String(words), environment)).toContain(story);
    },
    TIMEOUT_MILLISECONDS,
  );
});
