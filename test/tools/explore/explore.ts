import { Execution } from './execution.ts';
import { followTrace, prepareEnvironment, type BrokenRun } from './replay.ts';
import type { Scenario } from './scenario.ts';
import type { Step } from './schedule.ts';
import { shrink } from './shrink.ts';

export interface Exploration {
  readonly states: number;
  /** Complete runs; many share their first steps. */
  readonly runs: number;
  /** CPU time, because the machine may be busy with something else. */
  readonly cpuMilliseconds: number;
  readonly brokenRun?: BrokenRun;
}

/**
 * Tries every order of the calls of a scenario, with up to `faults` faults: depth first, each run from the start. A
 * state that was reached before is not explored again.
 * @returns at the first run that breaks an invariant, with its trace made as short as possible
 */
export const explore = async (scenario: Scenario, faults: number): Promise<Exploration> => {
  const started = process.cpuUsage();
  // Stack traces of errors take most of the time, and are not used here.
  Error.stackTraceLimit = 0;
  const prepared = await prepareEnvironment(scenario);
  const visited = new Set<string>();
  const open: (readonly Step[])[] = [[]];
  let runs = 0;
  const result = (brokenRun?: BrokenRun): Exploration => ({
    states: visited.size,
    runs,
    cpuMilliseconds: (({ user, system }) => (user + system) / 1_000)(process.cpuUsage(started)),
    ...(brokenRun && { brokenRun }),
  });
  for (let prefix = open.pop(); prefix; prefix = open.pop()) {
    const run = new Execution(scenario, prepared, faults);
    await run.start();
    const trace = [...prefix];
    for (const step of prefix) await run.take(step);
    for (;;) {
      const state = run.hash();
      if (visited.has(state) && !run.violation) break;
      visited.add(state);
      const steps = run.steps();
      const [first, ...others] = run.isOver ? [undefined, ...steps] : steps;
      for (const other of others.toReversed()) if (!run.violation) open.push([...trace, other as Step]);
      if (first === undefined) {
        runs += 1;
        const violations = await run.judge();
        if (violations.length > 0) {
          const brokenRun = { trace, violations, log: run.log };
          return result(await shrink(brokenRun, (shorter) => followTrace(scenario, prepared, faults, shorter)));
        }
        break;
      }
      await run.take(first);
      trace.push(first);
    }
  }
  return result();
};
