import type { Violation } from '../invariants/violation.ts';
import { openActorStores } from './actor-stores.ts';
import { Environment } from './environment.ts';
import { judgeRun } from './judge-run.ts';
import { copyRun, hashRun, isOver, makeRun, type RunState } from './run-state.ts';
import type { Scenario } from './scenario.ts';
import { listSteps, type Step } from './steps.ts';
import { startAttempt, takeStep } from './take-step.ts';

/** A run that broke an invariant. */
export interface BrokenRun {
  readonly trace: readonly Step[];
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
    await takeStep(run, next.letter);
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

/** Takes the steps of a trace, skipping those that are not possible, and then finishes the run without faults. */
const followTrace = async (
  scenario: Scenario,
  prepared: Environment,
  faults: number,
  trace: readonly Step[],
): Promise<BrokenRun | undefined> => {
  const log: string[] = [];
  const run = await startRun(scenario, prepared, faults, (line) => log.push(line));
  const taken: Step[] = [];
  // Not stopped when all actors have ended, because a late write can still arrive.
  for (const step of trace) if (!run.environment.violation && (await takeStep(run, step))) taken.push(step);
  await finish(run);
  const violations = await judge(run);
  return violations.length > 0 ? { trace: taken, violations, log } : undefined;
};

/** Runs a trace that an exploration printed. */
export const replay = async (scenario: Scenario, faults: number, trace: readonly Step[]) =>
  followTrace(scenario, await prepareEnvironment(scenario), faults, trace);

/**
 * Removes steps from a trace while the same invariant stays broken. First tries to remove many steps at once, last single steps.
 * @param follow runs a trace
 */
const shrink = async (
  trace: readonly Step[],
  follow: (trace: readonly Step[]) => Promise<BrokenRun | undefined>,
): Promise<BrokenRun> => {
  let shortest = await follow(trace);
  if (!shortest) throw new Error(`The run is not deterministic: ${trace.join('')}`);
  const [{ invariant } = {}] = shortest.violations;
  for (let size = shortest.trace.length; size >= 1; size = Math.min(Math.floor(size / 2), shortest.trace.length)) {
    let start = 0;
    while (start + size <= shortest.trace.length) {
      const shorter = await follow(shortest.trace.toSpliced(start, size));
      const isBroken = shorter?.violations.some((one) => one.invariant === invariant);
      if (shorter && isBroken && shorter.trace.length < shortest.trace.length) shortest = shorter;
      else start += 1;
    }
  }
  return shortest;
};

/**
 * Tries every order of the calls of a scenario, depth first and with up to `faults` faults. A state that was reached
 * before is not explored again. Stops at the first run that breaks an invariant, and shortens its trace.
 */
export const explore = async (scenario: Scenario, faults: number): Promise<Exploration> => {
  // Making the stack traces of errors would take most of the time, and they are not used here.
  Error.stackTraceLimit = 0;
  const prepared = await prepareEnvironment(scenario);
  const visited = new Set<string>();
  let runs = 0;
  const result = (brokenRun?: BrokenRun) => ({ states: visited.size, runs, brokenRun });
  const unexplored: { readonly run: RunState; readonly trace: readonly Step[] }[] = [
    { run: await startRun(scenario, prepared, faults), trace: [] },
  ];
  for (let next = unexplored.pop(); next; next = unexplored.pop()) {
    const { run, trace } = next;
    const state = hashRun(run);
    const isBroken = run.environment.violation !== undefined;
    if (visited.has(state) && !isBroken) continue;
    visited.add(state);
    for (const step of isBroken ? [] : listSteps(run).toReversed()) {
      const changed = copyRun(run);
      await takeStep(changed, step);
      unexplored.push({ run: changed, trace: [...trace, step] });
    }
    if (!isOver(run)) continue;
    runs += 1;
    if ((await judge(run)).length > 0)
      return result(await shrink(trace, (shorter) => followTrace(scenario, prepared, faults, shorter)));
  }
  return result();
};
