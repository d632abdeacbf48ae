import { ServiceError } from '../../../shared/domain/service-error.ts';
import type { CallResult } from './attempt-program.ts';
import { applyEvents, beginAttempt, stopProcess } from './attempts.ts';
import type { ActorState, Call, RunState } from './run-state.ts';
import { outcomes, type Outcome, type ParsedStep } from './schedule.ts';

const setsAsLists = (_: string, value: unknown): unknown => (value instanceof Set ? [...value] : value);

const perform = (run: RunState, call: Call, outcome: Outcome): unknown => {
  const { environment } = run;
  environment.writer = call.writer;
  try {
    return outcome === '%' ? call.leaveUnprocessed?.() : call.perform(environment, outcome === '~');
  } finally {
    environment.writer = undefined;
    run.violation ??= environment.violation;
  }
};

const performWithoutResponse = (run: RunState, call: Call): void => {
  try {
    perform(run, call, '');
  } catch {
    // The error is lost like any other response.
  }
};

const resultOf = (produce: () => unknown): Pick<CallResult, 'outcome' | 'text'> => {
  try {
    const value = produce();
    return { outcome: { value }, text: JSON.stringify(value, setsAsLists) };
  } catch (error) {
    const { name, Item } = error as { readonly name: string; readonly Item?: unknown };
    return { outcome: { error }, text: `${name}${JSON.stringify(Item)}` };
  }
};

/** Performs a call and gives its result to the actor. */
const deliver = async (run: RunState, state: ActorState, call: Call, produce: () => unknown): Promise<void> => {
  const { program, point } = state;
  const result = resultOf(produce);
  state.received.push(`${call.description} ${result.text}`);
  if (!program || !point) return;
  state.point = await program.receive(point, { ...result, number: call.number, now: run.environment.now });
  await applyEvents(run, state, state.point.events);
};

const performCall = async (run: RunState, state: ActorState, call: Call, outcome: Outcome): Promise<void> => {
  run.log.push(`${state.actor.name}: ${call.description}${outcome === '' ? '' : ` ${outcomes[outcome]}`}`);
  if (outcome !== '') run.faultsLeft -= 1;
  if (!call.isLocal) beginAttempt(run, state);
  if (outcome === '~') run.isStale = true;
  if (call.isWrite && outcome !== '!' && outcome !== '%') state.hasWritten = true;
  if (outcome === '+') state.orphans.push(call);
  if (outcome === '&') {
    state.pending = state.pending.map((one) => (one === call ? { ...call, isRepeated: true } : one));
    performWithoutResponse(run, call);
    return;
  }
  state.pending = state.pending.filter((one) => one !== call);
  if (outcome === '?') performWithoutResponse(run, call);
  await deliver(run, state, call, () => {
    if (outcome === '!' || outcome === '?') throw new ServiceError('dependency_unavailable', 'a fault of the explorer');
    return perform(run, call, outcome);
  });
};

export const performStep = async (run: RunState, step: ParsedStep): Promise<void> => {
  const { state } = step;
  run.last = state;
  if (step.kind !== 'call' || !step.call.isLocal) {
    if (run.lastVisible && run.lastVisible !== state && run.lastVisible.pending.length > 0) run.interruptionsLeft -= 1;
    run.lastVisible = state;
  }
  if (step.kind === 'call') await performCall(run, state, step.call, step.outcome);
  else if (step.kind === 'stop') {
    run.faultsLeft -= 1;
    await stopProcess(run, state);
  } else {
    state.orphans = state.orphans.filter((one) => one !== step.call);
    run.log.push(`${state.actor.name}: ${step.call.description}, late`);
    performWithoutResponse(run, step.call);
  }
};
