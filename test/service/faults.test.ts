import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startBench, type Bench } from '../tools/faults/bench.ts';
import { runHistories } from '../tools/faults/run-histories.ts';

/** Undecided histories are run again, which takes long on a busy machine. */
const TIMEOUT_MILLISECONDS = 900_000;

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.stop());

/**
 * The same histories each time, so that a change does not fail because of an unrelated defect; `npm run test:faults` runs new
 * ones. Those of `wire` have six kinds of action and a batch.
 */
describe('With any fault, a check-in is neither lost nor counted twice', () => {
  it.each([
    ['wire', 2, 7_323],
    ['kill', 1, 7_100],
    ['clock', 1, 7_018],
  ] as const)(
    'in mode %s with %d histories from seed %d',
    async (mode, count, seed) => {
      const { failures, undecided, checkedIn } = await runHistories(mode, seed, count, bench);
      if (undecided.length > 0) console.warn(`The machine was too busy:\n${undecided.join('\n')}`);
      expect(failures.join('\n')).toBe('');
      expect(checkedIn).toBeGreaterThan(0);
    },
    TIMEOUT_MILLISECONDS,
  );
});
