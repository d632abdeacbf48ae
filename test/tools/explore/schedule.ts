import type { ActorState, Call, RunState } from './run-state.ts';

/** The outcomes of a call, by their signs in a trace. */
export const outcomes = {
  '': 'succeeds',
  '!': 'fails, and does nothing',
  '?': 'is performed, and its response lost',
  '&': 'is performed, and again when the SDK retries it',
  '+': 'is performed when the SDK retries it, and its first try arrives later',
  '~': 'reads what is one write behind',
  '%': 'is left unprocessed',
} as const;
export type Outcome = keyof typeof outcomes;

/** The signs of the steps that are not a call: the process stops, or an orphaned write arrives. */
const STOP = 'X';
const LATE = 'o';

/**
 * One step of a run: the letter of an actor, the index of its call (absent: 0), and the outcome. `a` is the first pending call of
 * the first actor, `b1?` the second one of the second, whose response is lost; `aX` stops a process, `ao` is a late write.
 */
export type Step = string;

export type ParsedStep = { readonly state: ActorState } & (
  | { readonly kind: 'call'; readonly call: Call; readonly outcome: Outcome }
  | { readonly kind: 'stop' }
  | { readonly kind: 'late'; readonly call: Call }
);

const numbered = (letter: string, index: number): string => `${letter}${index === 0 ? '' : index}`;

const outcomesOf = ({ faultsLeft, scenario }: RunState, { actor }: ActorState, call: Call): Outcome[] => {
  if (faultsLeft === 0 || actor.isFaultless) return [''];
  const faults: Outcome[] = ['!'];
  if (call.isWrite) faults.push('?');
  if (call.isWrite && !call.isRepeated) faults.push('&');
  if (call.isWrite && !call.isLocal && scenario.hasLateFirstTries) faults.push('+');
  if (call.isEventual) faults.push('~');
  if (call.leave) faults.push('%');
  return ['', ...faults];
};

/**
 * Whether an actor has a local call: it commutes with the calls of other actors, but perhaps not with those of its own. Its place among
 * the calls of others has no effect, so it is performed only directly after a call of its own actor.
 */
export const hasLocal = ({ pending, orphans }: ActorState): boolean =>
  [...pending, ...orphans].some(({ isLocal }) => isLocal);

/** The calls of an actor that need not wait for those of others: reads that nothing can change, or all calls, if all are local. */
const callsAtOnce = ({ pending }: ActorState): number[] => {
  const read = pending.every(({ isWrite }) => !isWrite) ? pending.findIndex(({ isLocal }) => isLocal) : -1;
  if (read >= 0) return [read];
  return pending.every(({ isLocal }) => isLocal) ? [...pending.keys()] : [];
};

/** The possible next steps. If calls of an actor commute with those of all others, their steps are the only ones. */
export const listSteps = (run: RunState): Step[] => {
  const callsOf = (state: ActorState, index: number): Step[] =>
    outcomesOf(run, state, state.pending[index] as Call).map((outcome) => numbered(state.letter, index) + outcome);
  const stopOf = ({ actor, letter, hasWritten, pending }: ActorState): Step[] =>
    run.faultsLeft > 0 && hasWritten && pending.length > 0 && !actor.isFaultless ? [letter + STOP] : [];
  for (const state of run.actors) {
    const atOnce = callsAtOnce(state);
    if (atOnce.length > 0) return [...atOnce.flatMap((index) => callsOf(state, index)), ...stopOf(state)];
  }
  const { last, met } = run;
  const isHeld = run.interruptionsLeft === 0 && met !== undefined && met.pending.length > 0;
  const isNow = (state: ActorState, { isLocal }: Call): boolean => !isLocal || last === undefined || last === state;
  return (isHeld ? [met] : run.actors).flatMap((state) => [
    ...state.pending.flatMap((call, index) => (isNow(state, call) ? callsOf(state, index) : [])),
    ...stopOf(state),
    ...state.orphans.flatMap((call, index) => (isNow(state, call) ? [numbered(state.letter, index) + LATE] : [])),
  ]);
};

/** @returns undefined if the step is not possible in this state */
export const parseStep = (step: Step, { actors, faultsLeft }: RunState): ParsedStep | undefined => {
  const [, letter, digits = '', sign = ''] = /^([a-z])(\d*)(\D?)$/.exec(step) ?? [];
  const state = actors.find((one) => one.letter === letter);
  if (!state) return undefined;
  if (sign === STOP) return faultsLeft > 0 && state.pending.length > 0 ? { state, kind: 'stop' } : undefined;
  const call = (sign === LATE ? state.orphans : state.pending)[Number(digits)];
  if (!call) return undefined;
  if (sign === LATE) return { state, kind: 'late', call };
  return sign === '' || faultsLeft > 0 ? { state, kind: 'call', call, outcome: sign as Outcome } : undefined;
};

/** Splits a printed trace into its steps. */
export const parseTrace = (trace: string): Step[] => trace.match(/[a-z]\d*[!?&+~%Xo]?/g) ?? [];
