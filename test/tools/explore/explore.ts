import type { Violation } from '../invariants/violation.ts';
import { Execution, type Token } from './execution.ts';
import { openActorStores } from './actor-stores.ts';
import type { Scenario } from './scenario.ts';
import { makeWorld, type World } from './world.ts';

/** A run that broke an invariant. */
export interface Found {
  readonly trace: readonly Token[];
  readonly violations: readonly Violation[];
  /** The steps, one line each. */
  readonly log: readonly string[];
}

export interface Exploration {
  readonly states: number;
  /** Complete runs; many share their first steps. */
  readonly runs: number;
  /** CPU time, because the machine may be busy with something else. */
  readonly cpuMilliseconds: number;
  readonly found?: Found;
}

export const prepare = async (scenario: Scenario): Promise<World> => {
  const world = makeWorld();
  await scenario.prepare(
    openActorStores(world.database, world.secrets, () => world.now),
    world,
  );
  return world.copy();
};

/** Follows a trace as far as possible, and continues without faults. */
const tryTrace = async (
  scenario: Scenario,
  world: World,
  faults: number,
  trace: readonly Token[],
): Promise<Found | undefined> => {
  const run = new Execution(scenario, world, faults);
  await run.start();
  const taken: Token[] = [];
  for (const token of trace) if (!run.isOver && (await run.take(token))) taken.push(token);
  await run.finish();
  const violations = await run.judge();
  return violations.length > 0 ? { trace: taken, violations, log: run.log } : undefined;
};

/** Removes steps as long as the same invariant is broken. */
const shrink = async (scenario: Scenario, world: World, faults: number, first: Found): Promise<Found> => {
  const invariant = first.violations[0]?.invariant;
  let shortest = first;
  const tryInstead = async (trace: readonly Token[]): Promise<boolean> => {
    const shorter = await tryTrace(scenario, world, faults, trace);
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

/** Runs a trace that an exploration printed. */
export const replay = async (scenario: Scenario, faults: number, trace: readonly Token[]): Promise<Found | undefined> =>
  tryTrace(scenario, await prepare(scenario), faults, trace);

/**
 * Tries every order of the calls of a scenario, with up to `faults` faults: depth first, each run from the start. A
 * state that was reached before is not explored again.
 * @returns at the first run that breaks an invariant, with its trace made as short as possible
 */
export const explore = async (scenario: Scenario, faults: number): Promise<Exploration> => {
  const started = process.cpuUsage();
  // Stack traces of errors take most of the time, and are not used here.
  Error.stackTraceLimit = 0;
  const world = await prepare(scenario);
  const met = new Set<string>();
  const open: (readonly Token[])[] = [[]];
  let runs = 0;
  const result = (found?: Found): Exploration => ({
    states: met.size,
    runs,
    cpuMilliseconds: (({ user, system }) => (user + system) / 1_000)(process.cpuUsage(started)),
    ...(found && { found }),
  });
  for (let prefix = open.pop(); prefix; prefix = open.pop()) {
    const run = new Execution(scenario, world, faults);
    await run.start();
    const trace = [...prefix];
    for (const token of prefix) await run.take(token);
    for (;;) {
      const state = run.fingerprint();
      if (met.has(state) && !run.violation) break;
      met.add(state);
      const choices = run.choices();
      const [first, ...others] = run.isOver ? [undefined, ...choices] : choices;
      for (const other of others.toReversed()) if (!run.violation) open.push([...trace, other as Token]);
      if (first === undefined) {
        runs += 1;
        const violations = await run.judge();
        if (violations.length > 0)
          return result(await shrink(scenario, world, faults, { trace, violations, log: run.log }));
        break;
      }
      await run.take(first);
      trace.push(first);
    }
  }
  return result();
};
