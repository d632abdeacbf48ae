import type { Step } from './schedule.ts';
import type { BrokenRun } from './replay.ts';

/**
 * Removes steps from a run while the same invariant stays broken. First tries to remove many steps at once, last single steps.
 * @param follow runs a trace
 */
export const shrink = async (
  first: BrokenRun,
  follow: (trace: readonly Step[]) => Promise<BrokenRun | undefined>,
): Promise<BrokenRun> => {
  const invariant = first.violations[0]?.invariant;
  let shortest = first;
  const tryInstead = async (trace: readonly Step[]): Promise<boolean> => {
    const shorter = await follow(trace);
    if (!shorter?.violations.some((one) => one.invariant === invariant)) return false;
    if (shorter.trace.length >= shortest.trace.length) return false;
    shortest = shorter;
    return true;
  };
  for (let size = shortest.trace.length; size >= 1; size = Math.min(Math.floor(size / 2), shortest.trace.length)) {
    let start = 0;
    while (start + size <= shortest.trace.length)
      if (!(await tryInstead(shortest.trace.toSpliced(start, size)))) start += 1;
  }
  return shortest;
};
