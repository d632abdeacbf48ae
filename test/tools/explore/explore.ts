import { Execution } from './execution.ts';
import { followTrace, prepareEnvironment, type BrokenRun } from './replay.ts';
import { makeRunState } from './run-state.ts';
import type { Scenario } from './scenario.ts';
import type { Step } from './schedule.ts';
import { shrink } from './shrink.ts';

export interface Exploration {
  readonly states: number;
  /** The number of complete runs, many of which share their first steps. */
  readonly runs: number;
  readonly brokenRun?: BrokenRun;
}

/**
 * Tries every order of the calls of a scenario, depth first and with up to `faults` faults. A state that was reached
 * before is not explored again. Stops at the first run that breaks an invariant, and shortens its trace.
 */
export const explore = async (scenario: Scenario, faults: number): Promise<Exploration> => {
  // Making the stack traces of errors would take most of the time, and they are not used here.
  Error.stackTraceLimit = 0;
  const prepared = await prepareEnvironment(scenario);
  const visited = new Set<string>();
  const unexplored: { readonly execution: Execution; readonly trace: readonly Step[]; readonly step: Step }[] = [];
  let runs = 0;
  const result = (brokenRun?: BrokenRun): Exploration => ({
    states: visited.size,
    runs,
    ...(brokenRun && { brokenRun }),
  });
  let run = new Execution(makeRunState(scenario, prepared, faults));
  let trace: readonly Step[] = [];
  await run.start();
  for (;;) {
    const state = run.hash();
    if (!visited.has(state) || run.violation) {
      visited.add(state);
      const steps = run.steps();
      const [first, ...others] = run.isOver ? [undefined, ...steps] : steps;
      if (others.length > 0 && !run.violation) {
        const execution = run.copy();
        for (const step of others.toReversed()) unexplored.push({ execution, trace, step: step as Step });
      }
      if (first !== undefined) {
        await run.take(first);
        trace = [...trace, first];
        continue;
      }
      runs += 1;
      const violations = await run.judge();
      if (violations.length > 0) {
        const brokenRun = { trace, violations, log: run.log };
        return result(await shrink(brokenRun, (shorter) => followTrace(scenario, prepared, faults, shorter)));
      }
    }
    const next = unexplored.pop();
    if (!next) return result();
    run = next.execution.copy();
    trace = [...next.trace, next.step];
    await run.take(next.step);
  }
};
