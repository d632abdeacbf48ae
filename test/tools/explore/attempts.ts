import { ServiceError } from '../../../shared/domain/service-error.ts';
import { UseCaseError } from '../../../shared/domain/use-case-error.ts';
import { withRandomSource } from './determinism.ts';
import { interceptCalls, type InterceptedCall } from './intercept-calls.ts';
import type { ActorState, RunState } from './run-state.ts';
import type { AttemptEnd } from './scenario.ts';

const hasSucceeded = ({ attempts }: ActorState): boolean => attempts.some(({ end }) => end === 'succeeded');

/** Its pending calls become orphans: their writes may still arrive. */
const abandonCalls = ({ scenario }: RunState, state: ActorState): void => {
  const late = state.pending.filter(({ isWrite, isLocal }) => isWrite && !isLocal);
  if (!scenario.hasNoLateWrites) state.orphans.push(...late);
  state.pending = [];
};

/** Adds a call to the pending ones of the actor's current attempt. */
const makeScheduler = (run: RunState, state: ActorState) => {
  const { tries } = state;
  return (call: InterceptedCall): Promise<unknown> =>
    new Promise((resolve, reject) => {
      // A stopped process sends no more calls.
      if (state.tries !== tries) return;
      state.calls += 1;
      if (state.calls > run.scenario.maxCalls) {
        run.violation ??= {
          invariant: 'every operation ends',
          detail: `${state.actor.name} made ${state.calls} calls in one attempt`,
        };
        return;
      }
      state.pending.push({ ...call, resolve, reject, isRepeated: false });
    });
};

const describeEnd = (attempt: AttemptEnd): string =>
  JSON.stringify('value' in attempt ? attempt.value : 'code' in attempt ? attempt.code : '');

/** Sends the request of an actor. If the attempt ends with `unavailable`, the next one starts. */
export const startAttempt = (run: RunState, state: ActorState): void => {
  const { actor } = state;
  state.number += 1;
  state.tries += 1;
  Object.assign(state, { received: [], calls: 0, hasWritten: false });
  const { number, tries } = state;
  const requestId = `${actor.name}.${number}`;
  state.after = run.actors.filter((one) => one !== state && hasSucceeded(one)).map((one) => one.actor.name);
  const end = (attempt: AttemptEnd): void => {
    if (state.tries !== tries) return;
    abandonCalls(run, state);
    const isRepeated = attempt.end === 'unavailable' && actor.willRepeat;
    // An attempt that changed nothing is forgotten: the next one starts from the same state.
    if (isRepeated && !state.hasWritten) state.number -= 1;
    else state.attempts.push({ ...attempt, requestId, after: state.after });
    run.log.push(`   ${actor.name}: ${attempt.end} ${describeEnd(attempt)}`);
    if (isRepeated && state.tries < state.maxTries) startAttempt(run, state);
    else state.isDone = true;
  };
  const fail = (error: unknown): void => {
    const code = error instanceof ServiceError || error instanceof UseCaseError ? error.code : undefined;
    if (code === 'dependency_unavailable') end({ end: 'unavailable' });
    else if (code !== undefined) end({ end: 'refused', code });
    else if (state.tries === tries) {
      run.violation ??= {
        invariant: 'every response is a described one',
        detail: (error as Error).stack ?? String(error),
      };
      state.isDone = true;
    }
  };
  const context = interceptCalls(run, requestId, makeScheduler(run, state));
  void withRandomSource({ name: requestId, count: 0 }, () =>
    actor.request(context).then((value) => end({ end: 'succeeded', value }), fail),
  );
};

/** The process of an actor stops. The actor sends its request again if it repeats requests. */
export const stopProcess = (run: RunState, state: ActorState): void => {
  const { actor, number, after } = state;
  abandonCalls(run, state);
  state.attempts.push({ end: 'lost', requestId: `${actor.name}.${number}`, after });
  run.log.push(`${actor.name}: the process stops`);
  if (actor.willRepeat) startAttempt(run, state);
  else {
    state.tries += 1;
    state.isDone = true;
  }
};
