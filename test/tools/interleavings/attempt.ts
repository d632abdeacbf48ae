import { ServiceError } from '../../../shared/domain/service-error.ts';
import { UseCaseError } from '../../../shared/domain/use-case-error.ts';
import type { Actor, Attempt, AttemptEnd, Context, Group, RunRecord } from './actor.ts';
import { faultKinds, type Fault } from './faults.ts';
import { interceptStores, type Call } from './intercept-calls.ts';
import type { Schedule } from './schedule.ts';

/** What the attempts of a run share. */
export interface Run extends RunRecord {
  readonly group: Group;
  readonly schedule: Schedule;
  readonly takeFault: (call: Call) => Fault | undefined;
  /** What happened, one line for each step. */
  readonly story: string[];
}

/** An attempt with more calls than this counts as endless. */
const MAX_CALLS = 80;

const never = new Promise<never>(() => undefined);

const toEnd = (error: ServiceError | UseCaseError): AttemptEnd =>
  error.code === 'dependency_unavailable' ? { end: 'unavailable' } : { end: 'refused', code: error.code };

/** Makes one attempt of an actor, and adds it to the run. */
export const attempt = async (run: Run, actor: Actor, requestId: string): Promise<AttemptEnd> => {
  const { group, schedule, story, world } = run;
  const stopped = Promise.withResolvers<AttemptEnd>();
  let [calls, hasEnded, isLogFailed] = [0, false, false];
  let fate: Pick<Fault, 'kind' | 'isLate'> | undefined;
  let succeededBefore: Attempt['succeededBefore'] | undefined;

  const perform = (call: Call, kind?: Fault['kind']): unknown => {
    world.writer = { requestId, isAudited: actor.isAudited === true };
    try {
      return kind === 'leave' ? call.performPart?.(world) : call.perform(world, kind === 'stale');
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
  /** Performs a write after its attempt has ended, or after the SDK has retried it. */
  const performLate = async (call: Call): Promise<void> => {
    if (!call.isWrite || fate?.kind === 'vanish') return;
    if (group.hasNoLateWrites && call.description.includes('Bookings')) return;
    if (fate?.isLate) await schedule.whenQuiet();
    await schedule.step(call.description);
    story.push(`${requestId}: ${call.description}, late`);
    performUnanswered(call);
  };
  const performWith = async (call: Call, { kind, isLate }: Fault): Promise<unknown> => {
    if (kind === 'stale') run.isStale = true;
    if (kind === 'lose' || kind === 'repeat') performUnanswered(call);
    if (kind === 'lose' || kind === 'fail') throw new ServiceError('dependency_unavailable', 'a fault of the test');
    if (kind === 'repeat') {
      if (isLate) await schedule.whenQuiet();
      await schedule.step(call.description);
    }
    if (kind === 'stop' || kind === 'vanish') {
      hasEnded = true;
      stopped.resolve({ end: 'lost' });
    }
    if (hasEnded || kind === 'overtake') void performLate(call);
    return hasEnded ? never : perform(call, kind);
  };
  const receive = async (call: Call): Promise<unknown> => {
    calls += 1;
    if (calls > MAX_CALLS)
      world.violation ??= { invariant: 'every operation ends', detail: `${requestId}: too many calls` };
    if (hasEnded) return never;
    await schedule.step(call.description);
    if (hasEnded) {
      void performLate(call);
      return never;
    }
    succeededBefore ??= run.attempts.filter(({ end }) => end === 'succeeded').map((one) => one.actor.name);
    const fault = actor.isFaultless || run.isSettled ? undefined : run.takeFault(call);
    fate = fault ?? fate;
    story.push(`${requestId}: ${call.description}${fault ? ` – ${faultKinds[fault.kind]}` : ''}`);
    return fault ? performWith(call, fault) : perform(call);
  };
  const context: Context = {
    ...interceptStores(() => world.now, receive),
    requestId,
    now: () => world.now,
    call: (description, act, isWrite = false) => receive({ description, isWrite, perform: act }) as Promise<never>,
    onLogFailed: () => void (isLogFailed = true),
  };
  const responded = actor.request(context).then(
    (value): AttemptEnd => ({ end: 'succeeded', value }),
    (error: unknown): AttemptEnd => {
      if (error instanceof ServiceError || error instanceof UseCaseError) return toEnd(error);
      const detail = (error as Error).stack ?? String(error);
      world.violation ??= { invariant: 'no request fails with an unexpected error', detail };
      return { end: 'lost' };
    },
  );
  const ended = await Promise.race([responded, stopped.promise]);
  hasEnded = true;
  story.push(`   ${requestId}: ${JSON.stringify(ended)}`);
  run.attempts.push({ ...ended, actor, requestId, isLogFailed, succeededBefore: succeededBefore ?? [] });
  return ended;
};
