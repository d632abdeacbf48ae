import { ServiceError } from '../../../shared/domain/service-error.ts';
import { stopProcess } from './attempts.ts';
import type { ActorState, Call, RunState } from './run-state.ts';
import { outcomes, type Outcome, type ParsedStep } from './schedule.ts';

const setsAsLists = (_: string, value: unknown): unknown => (value instanceof Set ? [...value] : value);

const performWithoutResponse = (call: Call): void => {
  try {
    call.perform(false);
  } catch {
    // Its error is lost like any other response.
  }
};

/** Performs a call and gives its result to the actor. */
const deliver = (state: ActorState, call: Call, perform: () => unknown): void => {
  let result = '';
  try {
    const value = perform();
    result = JSON.stringify(value, setsAsLists);
    call.resolve(value);
  } catch (error) {
    result = `${(error as Error).name}${JSON.stringify((error as { Item?: unknown }).Item)}`;
    call.reject(error);
  }
  state.received.push(`${call.description} ${result}`);
};

const performCall = (run: RunState, state: ActorState, call: Call, outcome: Outcome): void => {
  run.log.push(`${state.actor.name}: ${call.description}${outcome === '' ? '' : ` ${outcomes[outcome]}`}`);
  if (outcome !== '') run.faultsLeft -= 1;
  if (outcome === '~') run.isIndexStale = true;
  if (call.isWrite && !call.isLocal && outcome !== '!') state.hasWritten = true;
  if (outcome === '+') state.orphans.push(call);
  if (outcome === '&') {
    call.isRepeated = true;
    performWithoutResponse(call);
    return;
  }
  state.pending = state.pending.filter((one) => one !== call);
  if (outcome === '?') performWithoutResponse(call);
  deliver(state, call, () => {
    if (outcome === '!' || outcome === '?') throw new ServiceError('dependency_unavailable', 'a fault of the explorer');
    return call.perform(outcome === '~');
  });
};

export const performStep = (run: RunState, step: ParsedStep): void => {
  const { state } = step;
  if (run.last !== state && run.last && run.last.pending.length > 0) run.interruptionsLeft -= 1;
  run.last = state;
  if (step.kind === 'call') performCall(run, state, step.call, step.outcome);
  else if (step.kind === 'stop') {
    run.faultsLeft -= 1;
    stopProcess(run, state);
  } else {
    state.orphans = state.orphans.filter((one) => one !== step.call);
    run.log.push(`${state.actor.name}: ${step.call.description}, late`);
    performWithoutResponse(step.call);
  }
};
