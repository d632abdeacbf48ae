import type { AttemptEvent, NumberedCall } from './attempt-program.ts';
import type { ActorState, RunState } from './run-state.ts';
import type { Actor, AttemptEnd } from './scenario.ts';

const requestIdOf = ({ name }: Actor, number: number): string => `${name}.${number}`;

const hasSucceeded = ({ attempts }: ActorState): boolean => attempts.some(({ end }) => end === 'succeeded');

/**
 * Records which actors had succeeded when an attempt began. An attempt counts as begun right before its first call that
 * other actors could notice.
 */
export const beginAttempt = ({ actors }: RunState, state: ActorState): void => {
  state.succeededBefore ??= actors.filter((one) => one !== state && hasSucceeded(one)).map((one) => one.actor.name);
};

/**
 * Turns the pending writes of an attempt into orphans, which can still arrive. If the process stops, writes to tables that no
 * other actor uses are dropped, because the effect is the same as in another run, which performs them before the stop.
 */
const abandonCalls = ({ scenario }: RunState, state: ActorState, hasResponse: boolean): void => {
  const late = state.pending.filter(({ isWrite, isLocal }) => isWrite && (isLocal ? hasResponse : true));
  state.orphans.push(...late.filter(({ isLocal }) => isLocal || !scenario.hasNoLateWrites));
  state.pending = [];
};

/** An attempt with more calls than this counts as endless. */
const MAX_CALLS = 80;

/** Adds a call to the pending calls of the actor's current attempt. */
const addCall = (run: RunState, state: ActorState, call: NumberedCall): void => {
  state.calls += 1;
  const writer = { requestId: requestIdOf(state.actor, state.number), isAudited: state.actor.isAudited === true };
  if (state.calls <= MAX_CALLS) state.pending = [...state.pending, { ...call, writer, isRepeated: false }];
  else
    run.violation ??= {
      invariant: 'every operation ends',
      detail: `${state.actor.name} made ${state.calls} calls in one attempt`,
    };
};

const describeEnd = (attempt: AttemptEnd): string =>
  JSON.stringify('value' in attempt ? attempt.value : 'code' in attempt ? attempt.code : '');

const endAttempt = async (run: RunState, state: ActorState, attempt: AttemptEnd): Promise<void> => {
  const { actor, number, succeededBefore = [] } = state;
  abandonCalls(run, state, true);
  const willRetry = attempt.end === 'unavailable' && actor.willRetry;
  // An attempt that changed nothing is forgotten, because the next one starts from the same state.
  if (willRetry && !state.hasWritten) state.number -= 1;
  else state.attempts.push({ ...attempt, requestId: requestIdOf(actor, number), succeededBefore });
  run.log.push(`   ${actor.name}: ${attempt.end} ${describeEnd(attempt)}`);
  if (willRetry && state.tries < state.maxTries) await startAttempt(run, state);
  else state.isDone = true;
};

const fail = (run: RunState, state: ActorState, error: unknown): void => {
  run.violation ??= {
    invariant: 'no request fails with an unexpected error',
    detail: (error as Error).stack ?? String(error),
  };
  state.isDone = true;
};

/** Applies the events that have happened since an actor's attempt last waited. */
export const applyEvents = async (run: RunState, state: ActorState, events: readonly AttemptEvent[]): Promise<void> => {
  const { tries } = state;
  for (const event of events) {
    // A new attempt has started, so the remaining events belong to an attempt that has ended.
    if (state.tries !== tries) return;
    if ('call' in event) addCall(run, state, event.call);
    else if ('end' in event) await endAttempt(run, state, event.end);
    else fail(run, state, event.failure);
  }
};

/** Sends the request of an actor. If the attempt ends with `unavailable`, starts the next attempt. */
export const startAttempt = async (run: RunState, state: ActorState): Promise<void> => {
  const { actor } = state;
  state.number += 1;
  state.tries += 1;
  Object.assign(state, { received: [], calls: 0, hasWritten: false, succeededBefore: undefined });
  state.program = run.programOf(actor, requestIdOf(actor, state.number), run.environment.now);
  state.point = await state.program.start();
  await applyEvents(run, state, state.point.events);
};

/** Stops the process of an actor. If the actor retries requests, it then sends its request again. */
export const stopProcess = async (run: RunState, state: ActorState): Promise<void> => {
  const { actor, number, succeededBefore = [] } = state;
  abandonCalls(run, state, false);
  state.attempts.push({ end: 'lost', requestId: requestIdOf(actor, number), succeededBefore });
  run.log.push(`${actor.name}: the process stops`);
  if (actor.willRetry) await startAttempt(run, state);
  else {
    state.tries += 1;
    state.isDone = true;
  }
};
