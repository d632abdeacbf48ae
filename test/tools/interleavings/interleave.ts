import * as fc from 'fast-check';
import { openStores, type Actor, type Group } from './actor.ts';
import { attempt, type Run } from './attempt.ts';
import { startRandomValues } from './determinism.ts';
import { faultsOf, takeFrom, type Fault } from './faults.ts';
import { judge } from './judge.ts';
import { Schedule } from './schedule.ts';
import { World } from './world.ts';

/** One interleaving: who acts, what goes wrong, and in which order calls are performed. */
interface Plan {
  readonly actors: readonly Actor[];
  /** For each actor, whether it sends its request, and its retries, only when nothing else is left to do. */
  readonly startsLate: readonly boolean[];
  readonly retriesLate: readonly boolean[];
  readonly faults: readonly Fault[];
  readonly order: fc.Scheduler;
}

const MAX_TRIES = 8;

/** Sends the request of an actor, and retries it until there is a response. */
const act = async (run: Run, actor: Actor, retriesLate = false): Promise<void> => {
  const { length } = run.attempts.filter((one) => one.actor === actor);
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    if (tries > 1 && retriesLate) await run.schedule.whenQuiet();
    await run.schedule.step(`${actor.name} sends its request`);
    const { end } = await attempt(run, actor, `${actor.name}.${length + tries}`);
    if (!actor.retries || end === 'succeeded' || end === 'refused') return;
  }
};

/** Starts all actors, and waits until they and their late writes have ended. */
const actAll = async (run: Run, { actors, startsLate, retriesLate }: Plan): Promise<void> => {
  for (const [index, actor] of actors.entries()) {
    if (actor.isLast) continue;
    const start = startsLate[index] ? run.schedule.whenQuiet() : Promise.resolve();
    void start.then(() => act(run, actor, retriesLate[index]));
  }
  await run.schedule.run(() => run.world.violation !== undefined);
};

/** Lets every actor that retries send its request once more, one after another, without faults. */
const settle = async (run: Run): Promise<void> => {
  run.isSettled = true;
  for (const actor of run.actors.filter(({ retries }) => retries)) {
    const before = run.attempts.length;
    void act(run, actor);
    await run.schedule.run(() => run.world.violation !== undefined);
    if (run.attempts.length !== before + 1 || run.attempts.at(-1)?.end === 'unavailable')
      run.world.violation ??= {
        invariant: 'every operation ends',
        detail: `a retry of ${actor.name} gets no response`,
      };
  }
};

/** Runs a plan. @throws Error with the story of the run if an invariant is broken */
const runPlan = async (group: Group, prepared: World, plan: Plan): Promise<void> => {
  startRandomValues('run');
  const run: Run = {
    group,
    world: new World(prepared),
    actors: plan.actors,
    schedule: new Schedule(plan.order),
    takeFault: takeFrom(plan.faults),
    attempts: [],
    story: [],
    isStale: false,
    isSettled: false,
  };
  await actAll(run, plan);
  let violations = judge(group, run);
  if (violations.length === 0) {
    await settle(run);
    violations = judge(group, run);
  }
  if (violations.length === 0) return;
  const broken = violations.map(({ invariant, detail }) => `BROKEN: ${invariant}\n    ${detail}`);
  throw new Error([...broken, ...run.story.map((line) => `  ${line}`)].join('\n'));
};

const MAX_ACTORS = 6;
const forEachActor = { minLength: MAX_ACTORS, maxLength: MAX_ACTORS };

const plansOf = (group: Group): fc.Arbitrary<Plan> => {
  const { actors, always = [], size: [minLength, maxLength] = [2, 3] } = group;
  const isOneOfFour = fc.nat(3).map((number) => number === 3);
  return fc.record({
    actors: fc.shuffledSubarray([...actors], { minLength, maxLength }).map((drawn) => [...drawn, ...always]),
    startsLate: fc.array(isOneOfFour, forEachActor),
    retriesLate: fc.array(fc.boolean(), forEachActor),
    faults: faultsOf(group),
    order: fc.scheduler(),
  });
};

/** Draws plans of a group until one breaks an invariant, and then looks for a shorter one that does. */
export const checkGroup = async (group: Group, parameters: fc.Parameters<[Plan]>): Promise<fc.RunDetails<[Plan]>> => {
  // Making the stack traces of errors would take most of the time, and they are not used here.
  Error.stackTraceLimit = 0;
  startRandomValues('data');
  const prepared = new World();
  await group.prepare(openStores(prepared.database, prepared.secrets, () => prepared.now));
  return fc.check(
    fc.asyncProperty(plansOf(group), (plan) => runPlan(group, prepared, plan)),
    parameters,
  );
};
