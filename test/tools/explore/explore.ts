import type { Violation } from '../invariants/violation.ts';
import { openActorStores } from './actor-stores.ts';
import { Environment } from './environment.ts';
import { judgeRun } from './judge-run.ts';
import { copyRun, hashRun, isOver, makeRun, type Call, type RunState } from './run-state.ts';
import type { Scenario } from './scenario.ts';
import { listSteps } from './steps.ts';
import { startAttempt, takeStep } from './take-step.ts';

/** A run that broke an invariant. */
export interface BrokenRun {
  readonly faults: number;
  readonly violations: readonly Violation[];
  /** The steps as text, one line each. */
  readonly log: readonly string[];
}

export interface Exploration {
  readonly states: number;
  /** The number of complete runs, many of which share their first steps. */
  readonly runs: number;
  readonly brokenRun: BrokenRun | undefined;
}

/** The environment with the initial data of a scenario. */
const prepareEnvironment = async (scenario: Scenario): Promise<Environment> => {
  const environment = new Environment();
  const stores = openActorStores(environment.database, environment.secrets, () => environment.now);
  await scenario.prepare(stores, environment);
  // The stream begins after the initial data.
  environment.journal.length = 0;
  return environment;
};

/** Starts the actors and waits for their first calls. Those that act last are started only when the others have ended. */
const startRun = async (...settings: Parameters<typeof makeRun>): Promise<RunState> => {
  const run = makeRun(...settings);
  for (const state of run.actors) {
    if (state.actor.isLast) state.isDone = true;
    else await startAttempt(run, state);
  }
  return run;
};

/** Continues without a fault, actor after actor, until all have ended. */
const finish = async (run: RunState): Promise<void> => {
  for (;;) {
    const next = run.actors.find(({ pending }) => pending.length > 0);
    if (!next || isOver(run)) return;
    await takeStep(run, { actor: next.index, kind: 'call', call: next.pending[0] as Call, outcome: 'done' });
  }
};

/**
 * Lets every actor that retries send its request once more after the end, one actor at a time and without a fault. An actor
 * that gets no response now would never get one.
 */
const settle = async (run: RunState): Promise<void> => {
  const { environment } = run;
  run.faultsLeft = 0;
  run.interruptionsLeft = Infinity;
  for (const state of run.actors.filter(({ actor }) => actor.willRetry)) {
    const { tries } = state;
    await startAttempt(run, state);
    await finish(run);
    if (environment.violation) return;
    if (state.tries > tries + 1 || state.attempts.at(-1)?.end === 'unavailable')
      environment.violation = {
        invariant: 'every operation ends',
        detail: `${state.actor.name} gets no response from a retry without a fault`,
      };
  }
};

/** The invariants that are broken at the end of a run. */
const judge = async (run: RunState): Promise<readonly Violation[]> => {
  const broken = judgeRun(run, false);
  if (broken.length > 0) return broken;
  await settle(run);
  return judgeRun(run, true);
};

/**
 * Tries every order of the calls of a scenario, depth first and with up to `faults` faults. A state that was reached
 * before is not explored again. Stops at the first run that breaks an invariant.
 */
const exploreFrom = async (prepared: Environment, scenario: Scenario, faults: number): Promise<Exploration> => {
  const visited = new Set<string>();
  let runs = 0;
  const unexplored = [await startRun(scenario, prepared, faults)];
  for (let run = unexplored.pop(); run; run = unexplored.pop()) {
    const state = hashRun(run);
    const isBroken = run.environment.violation !== undefined;
    if (visited.has(state) && !isBroken) continue;
    visited.add(state);
    for (const step of isBroken ? [] : listSteps(run).toReversed()) {
      const changed = copyRun(run);
      await takeStep(changed, step);
      unexplored.push(changed);
    }
    if (!isOver(run)) continue;
    runs += 1;
    const violations = await judge(run);
    if (violations.length > 0) return { states: visited.size, runs, brokenRun: { faults, violations, log: run.log } };
  }
  return { states: visited.size, runs, brokenRun: undefined };
};

/** Explores a scenario. If a run breaks an invariant, looks for one with fewer faults, which is easier to understand. */
export const explore = async (scenario: Scenario, faults: number): Promise<Exploration> => {
  // Making the stack traces of errors would take most of the time, and they are not used here.
  Error.stackTraceLimit = 0;
  const prepared = await prepareEnvironment(scenario);
  const found = await exploreFrom(prepared, scenario, faults);
  for (let fewer = 0; found.brokenRun && fewer < faults; fewer += 1) {
    const { brokenRun } = await exploreFrom(prepared, scenario, fewer);
    if (brokenRun) return { ...found, brokenRun };
  }
  return found;
};
