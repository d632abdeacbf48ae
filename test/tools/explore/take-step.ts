import { ServiceError } from '../../../shared/domain/service-error.ts';
import { startProgram, type AttemptEvent, type CallResult } from './attempt-program.ts';
import type { ActorState, Call, RunState } from './run-state.ts';
import type { AttemptEnd } from './scenario.ts';
import { outcomes, type Outcome, type Step } from './steps.ts';

/** An attempt with more calls than this counts as endless. */
const MAX_CALLS = 80;

const note = (run: RunState, line: string): void => {
  run.log = [...run.log, line];
};

const requestIdOf = ({ actor, number }: ActorState): string => `${actor.name}.${number}`;

/**
 * Records which actors had succeeded when an attempt began. An attempt counts as begun right before its first call that
 * other actors could notice.
 */
const beginAttempt = ({ actors }: RunState, state: ActorState): void => {
  state.succeededBefore ??= actors
    .filter((one) => one !== state && one.attempts.some(({ end }) => end === 'succeeded'))
    .map((one) => one.actor.name);
};

/**
 * Ends the current attempt. Its pending writes become orphans, which can still arrive. If the process stops, writes to tables
 * that no other actor uses are dropped, because the effect is the same as in another run, which performs them before the stop.
 */
const endAttempt = async (run: RunState, state: ActorState, attempt: AttemptEnd): Promise<void> => {
  const { actor, succeededBefore = [] } = state;
  const isStopped = attempt.end === 'lost';
  const late = state.pending.filter(
    ({ isWrite, isLocal }) => isWrite && (isLocal ? !isStopped : !run.scenario.hasNoLateWrites),
  );
  state.orphans = [...state.orphans, ...late];
  state.pending = [];
  const willRetry = actor.willRetry && (isStopped || attempt.end === 'unavailable');
  // An attempt that changed nothing is forgotten, because the next one starts from the same state.
  if (willRetry && !isStopped && !state.hasWritten) state.number -= 1;
  else state.attempts = [...state.attempts, { ...attempt, requestId: requestIdOf(state), succeededBefore }];
  note(run, `   ${actor.name}: ${JSON.stringify(attempt)}`);
  if (willRetry && (isStopped || state.tries < run.maxTries)) await startAttempt(run, state);
  else state.isDone = true;
};

/** Applies the events that have happened since an actor's attempt last waited. */
const applyEvents = async (run: RunState, state: ActorState, events: readonly AttemptEvent[]): Promise<void> => {
  const { tries } = state;
  const { environment } = run;
  for (const event of events) {
    // A new attempt has started, so the remaining events belong to an attempt that has ended.
    if (state.tries !== tries) return;
    if ('end' in event) await endAttempt(run, state, event.end);
    else if ('failure' in event) {
      const detail = (event.failure as Error).stack ?? String(event.failure);
      environment.violation ??= { invariant: 'no request fails with an unexpected error', detail };
      state.isDone = true;
    } else if (event.call.number < MAX_CALLS) state.pending = [...state.pending, event.call];
    else {
      const detail = `${state.actor.name} made ${event.call.number} calls in one attempt`;
      environment.violation ??= { invariant: 'every operation ends', detail };
    }
  }
};

/** Sends the request of an actor. If the attempt ends with `unavailable`, starts the next attempt. */
export const startAttempt = async (run: RunState, state: ActorState): Promise<void> => {
  const { scenario, programs, environment } = run;
  state.number += 1;
  state.tries += 1;
  Object.assign(state, { hasWritten: false, isDone: false, succeededBefore: undefined });
  const key = `${requestIdOf(state)} ${environment.now}`;
  const program = programs.get(key) ?? startProgram(scenario, state.actor, requestIdOf(state), environment.now);
  programs.set(key, program);
  state.point = await program;
  await applyEvents(run, state, state.point.events);
};

const perform = ({ environment }: RunState, call: Call, outcome: Outcome = 'done'): unknown => {
  environment.writer = call.writer;
  try {
    return outcome === 'leave' ? call.leaveUnprocessed?.() : call.perform(environment, outcome === 'stale');
  } finally {
    environment.writer = undefined;
  }
};

const performWithoutResponse = (run: RunState, call: Call): void => {
  try {
    perform(run, call);
  } catch {
    // The error is lost like any other response.
  }
};

const setsAsLists = (_: string, value: unknown): unknown => (value instanceof Set ? [...value] : value);

const resultOf = (produce: () => unknown): Pick<CallResult, 'outcome' | 'text'> => {
  try {
    const value = produce();
    return { outcome: { value }, text: JSON.stringify(value, setsAsLists) };
  } catch (error) {
    const { name, Item } = error as { readonly name: string; readonly Item?: unknown };
    return { outcome: { error }, text: `${name}${JSON.stringify(Item)}` };
  }
};

const performCall = async (run: RunState, state: ActorState, call: Call, outcome: Outcome): Promise<void> => {
  note(run, `${state.actor.name}: ${call.description}${outcome === 'done' ? '' : ` ${outcomes[outcome]}`}`);
  if (outcome !== 'done') run.faultsLeft -= 1;
  if (!call.isLocal) beginAttempt(run, state);
  if (outcome === 'stale') run.isStale = true;
  if (call.isWrite && outcome !== 'fail' && outcome !== 'leave') state.hasWritten = true;
  if (outcome === 'overtake') state.orphans = [...state.orphans, call];
  if (outcome === 'repeat') {
    state.pending = state.pending.map((one) => (one === call ? { ...call, isRepeated: true } : one));
    performWithoutResponse(run, call);
    return;
  }
  state.pending = state.pending.filter((one) => one !== call);
  if (outcome === 'lose') performWithoutResponse(run, call);
  const { number, description } = call;
  const { text, ...result } = resultOf(() => {
    if (outcome === 'fail' || outcome === 'lose')
      throw new ServiceError('dependency_unavailable', 'a fault of the explorer');
    return perform(run, call, outcome);
  });
  state.point = await state.point?.receive({
    ...result,
    number,
    text: `${description} ${text}`,
    now: run.environment.now,
  });
  if (state.point) await applyEvents(run, state, state.point.events);
};

export const takeStep = async (run: RunState, step: Step): Promise<void> => {
  const state = run.actors[step.actor] as ActorState;
  run.last = state.index;
  if (step.kind !== 'call' || !step.call.isLocal) {
    const previous = run.actors[run.lastVisible ?? -1];
    if (previous && previous !== state && previous.pending.length > 0) run.interruptionsLeft -= 1;
    run.lastVisible = state.index;
  }
  if (step.kind === 'call') await performCall(run, state, step.call, step.outcome);
  else if (step.kind === 'stop') {
    run.faultsLeft -= 1;
    note(run, `${state.actor.name}: the process stops`);
    await endAttempt(run, state, { end: 'lost' });
  } else {
    state.orphans = state.orphans.filter((one) => one !== step.call);
    note(run, `${state.actor.name}: ${step.call.description}, late`);
    performWithoutResponse(run, step.call);
  }
};
