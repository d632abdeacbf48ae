import { ServiceError } from '../../../shared/domain/service-error.ts';
import { UseCaseError } from '../../../shared/domain/use-case-error.ts';
import { attemptsOf, type Actor, type AttemptEnd, type Context, type Run } from './actor.ts';
import { interceptStores, type Call } from './calls.ts';
import { faultKinds, type FaultKind } from './faults.ts';

/** An attempt with more calls than this counts as endless. */
const MAX_CALLS = 80;

const never = new Promise<never>(() => undefined);

/** Makes one attempt of an actor's request, and adds it to the run. */
export const attempt = async (run: Run, actor: Actor): Promise<AttemptEnd> => {
  const { actors, schedule, story, world } = run;
  const requestId = `${actor.name}.${attemptsOf(run, actor.name).length + 1}`;
  const succeededBefore = run.attempts.filter(({ end }) => end === 'succeeded').map((one) => one.actor.name);
  const stopped = Promise.withResolvers<AttemptEnd>();
  let [calls, hasEnded, isLogFailed, isLate] = [0, false, false, false];

  const perform = (call: Call, fault?: FaultKind): unknown => {
    world.writer = { requestId, isAudited: actor.isAudited === true };
    try {
      return call.perform(world, fault);
    } finally {
      world.writer = undefined;
    }
  };
  const performUnanswered = (call: Call): void => {
    try {
      perform(call);
    } catch {
      // The error is lost like any other response.
    }
  };
  const isLateForbidden = actor.swipes !== undefined && actors.some(({ forbidsLateCheckins }) => forbidsLateCheckins);
  /** Performs a write that was sent before the attempt ended. */
  const performLate = async (call: Call): Promise<never> => {
    if (!call.isWrite || isLateForbidden) return never;
    if (isLate) await schedule.whenQuiet();
    await schedule.step();
    story.push(`${requestId}: ${call.description}, late`);
    performUnanswered(call);
    return never;
  };
  const make = async (call: Call): Promise<unknown> => {
    calls += 1;
    if (calls > MAX_CALLS)
      world.violation ??= { invariant: 'every operation ends', detail: `${requestId}: too many calls` };
    if (hasEnded) return never;
    await schedule.step();
    if (hasEnded) return performLate(call);
    const fault = run.isSettling ? undefined : run.takeFault(call);
    const { kind } = fault ?? {};
    story.push(`${requestId}: ${call.description}${kind ? ` – ${faultKinds[kind]}` : ''}`);
    if (kind === 'stale') run.isStale = true;
    if (kind === 'stop') {
      [hasEnded, isLate] = [true, fault?.isLate === true];
      stopped.resolve({ end: 'lost' });
      return performLate(call);
    }
    if (kind === 'lose' || kind === 'repeat') performUnanswered(call);
    if (kind === 'lose' || kind === 'fail') throw new ServiceError('dependency_unavailable', 'a fault of the test');
    if (kind === 'repeat' && !isLateForbidden) {
      if (fault?.isLate) await schedule.whenQuiet();
      await schedule.step();
      if (hasEnded) return performLate(call);
    }
    return perform(call, kind);
  };
  const toEnd = (error: unknown): AttemptEnd => {
    if (error instanceof ServiceError || error instanceof UseCaseError) {
      const { code } = error;
      return { end: code === 'dependency_unavailable' ? 'unavailable' : 'refused', code };
    }
    const detail = (error as Error).stack ?? String(error);
    world.violation ??= { invariant: 'no request fails with an unexpected error', detail };
    return { end: 'lost' };
  };
  const context: Context = {
    ...interceptStores(make),
    requestId,
    run,
    now: () => world.now,
    callSns: (description, act) => make({ description, isWrite: true, perform: act }) as Promise<never>,
    onLogFailed: () => void (isLogFailed = true),
  };
  const responded = actor.request(context).then((value): AttemptEnd => ({ end: 'succeeded', value }), toEnd);
  const ended = await Promise.race([responded, stopped.promise]);
  hasEnded = true;
  story.push(`   ${requestId}: ${JSON.stringify(ended)}`);
  run.attempts.push({ ...ended, actor, requestId, isLogFailed, succeededBefore });
  return ended;
};
