import * as fc from 'fast-check';
import { openStores, type Actor, type Group, type Run } from './actor.ts';
import { attempt } from './attempt.ts';
import { startRandomValues } from './determinism.ts';
import { someFaults, takeFrom, type Fault } from './faults.ts';
import { judge } from './judge.ts';
import { Schedule, someOrders } from './schedule.ts';
import { World } from './world.ts';

/** One interleaving: who acts, what goes wrong, and in which order calls are performed. */
interface Plan {
  readonly actors: readonly Actor[];
  /** For each actor, whether it sends its request, and its retries, only when nothing else is left to do. */
  readonly startsLate: readonly boolean[];
  readonly retriesLate: readonly boolean[];
  readonly faults: readonly Fault[];
  readonly order: readonly number[];
}

const MAX_TRIES = 8;

/** Sends the request of an actor, and retries it until there is a response. */
const act = async (run: Run, actor: Actor, startsLate = false, retriesLate = false): Promise<void> => {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    if (tries === 1 ? startsLate : retriesLate) await run.schedule.whenQuiet();
    await run.schedule.step();
    const { end } = await attempt(run, actor);
    if (!actor.retries || end === 'succeeded' || end === 'refused') return;
  }
};

/** Takes all steps of the actors that have started, and of their late writes. */
const finish = ({ schedule, world }: Run): Promise<void> => schedule.run(() => world.violation !== undefined);

/** Lets every actor that retries send its request once more, one after another, without faults. */
const settle = async (run: Run): Promise<void> => {
  run.isSettling = true;
  for (const actor of run.actors.filter(({ retries }) => retries)) {
    const before = run.attempts.length;
    void act(run, actor);
    await finish(run);
    if (run.attempts.length !== before + 1 || run.attempts.at(-1)?.end === 'unavailable')
      run.world.violation ??= { invariant: 'every operation ends', detail: `${actor.name} gets no response` };
  }
};

/** Runs a plan. @throws Error with the story of the run if an invariant is broken */
const runPlan = async (group: Group, prepared: World, plan: Plan): Promise<void> => {
  const { actors, startsLate, retriesLate, faults, order } = plan;
  startRandomValues('run');
  const run: Run = {
    world: new World(prepared),
    actors,
    schedule: new Schedule(order),
    takeFault: takeFrom(faults),
    attempts: [],
    story: [],
    isStale: false,
    isSettling: false,
  };
  for (const [index, actor] of actors.entries()) void act(run, actor, startsLate[index], retriesLate[index]);
  await finish(run);
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

const somePlans = ({ actors, always = [], size: [minLength, maxLength] = [2, 3] }: Group): fc.Arbitrary<Plan> =>
  fc.record({
    actors: fc.shuffledSubarray([...actors], { minLength, maxLength }).map((drawn) => [...drawn, ...always]),
    startsLate: fc.array(
      fc.nat(3).map((number) => number === 3),
      forEachActor,
    ),
    retriesLate: fc.array(fc.boolean(), forEachActor),
    faults: someFaults,
    order: someOrders,
  });

/** Draws plans of a group until one breaks an invariant, and then looks for a shorter one that does. */
export const checkGroup = async (group: Group, parameters: fc.Parameters<[Plan]>): Promise<fc.RunDetails<[Plan]>> => {
  // Making the stack traces of errors would take most of the time, and they are not used here.
  Error.stackTraceLimit = 0;
  startRandomValues('data');
  const prepared = new World();
  await group.prepare(openStores(prepared.database, prepared.secrets));
  return fc.check(
    fc.asyncProperty(somePlans(group), (plan) => runPlan(group, prepared, plan)),
    parameters,
  );
};
