import type { Violation } from '../invariants/violation.ts';
import { openActorStores } from './actor-stores.ts';
import { makeEnvironment, type Environment } from './environment.ts';
import { Execution } from './execution.ts';
import { makeRunState } from './run-state.ts';
import type { Scenario } from './scenario.ts';
import type { Step } from './schedule.ts';

/** A run that broke an invariant. */
export interface BrokenRun {
  readonly trace: readonly Step[];
  readonly violations: readonly Violation[];
  /** The steps as text, one line each. */
  readonly log: readonly string[];
}

/** The environment with the initial data of a scenario. */
export const prepareEnvironment = async (scenario: Scenario): Promise<Environment> => {
  const environment = makeEnvironment();
  await scenario.prepare(
    openActorStores(environment.database, environment.secrets, () => environment.now),
    environment,
  );
  // The stream begins after the initial data.
  environment.journal.length = 0;
  return environment;
};

/** Takes the steps of a trace, skipping those that are not possible, and then finishes the run without faults. */
export const followTrace = async (
  scenario: Scenario,
  prepared: Environment,
  faults: number,
  trace: readonly Step[],
): Promise<BrokenRun | undefined> => {
  const run = new Execution(makeRunState(scenario, prepared, faults));
  await run.start();
  const taken: Step[] = [];
  // Not stopped when all actors have ended, because a late write can still arrive.
  for (const step of trace) if (!run.violation && (await run.take(step))) taken.push(step);
  await run.finish();
  const violations = await run.judge();
  return violations.length > 0 ? { trace: taken, violations, log: run.log } : undefined;
};

/** Runs a trace that an exploration printed. */
export const replay = async (
  scenario: Scenario,
  faults: number,
  trace: readonly Step[],
): Promise<BrokenRun | undefined> => followTrace(scenario, await prepareEnvironment(scenario), faults, trace);
