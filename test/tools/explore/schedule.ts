import type { ActorState, Call, RunState } from './run-state.ts';

/** The outcomes of a call, by their signs in a trace. */
export const outcomes = {
  '': 'succeeds',
  '!': 'fails, and does nothing',
  '?': 'is performed, and its response lost',
  '&': 'is performed, and again when the SDK repeats it',
  '+': 'is performed when the SDK repeats it, and its first try arrives later',
  '~': 'reads an index that is one write behind',
} as const;
export type Outcome = keyof typeof outcomes;

/** What a step does in addition to performing a call: the process stops, or an orphaned write arrives. */
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
  if (call.isIndexRead) faults.push('~');
  return ['', ...faults];
};

/** The possible next steps. If a call commutes with all others, its steps are the only ones. */
export const listSteps = (run: RunState): Step[] => {
  const callsOf = (state: ActorState, index: number): Step[] =>
    outcomesOf(run, state, state.pending[index] as Call).map((outcome) => numbered(state.letter, index) + outcome);
  const stopOf = ({ actor, letter, hasWritten, pending }: ActorState): Step[] =>
    run.faultsLeft > 0 && hasWritten && pending.length > 0 && !actor.isFaultless ? [letter + STOP] : [];
  for (const state of run.actors) {
    const local = state.pending.findIndex((call) => call.isLocal);
    if (local >= 0) return [...callsOf(state, local), ...stopOf(state)];
  }
  const { last } = run;
  const isHeld = run.interruptionsLeft === 0 && last !== undefined && last.pending.length > 0;
  return (isHeld ? [last] : run.actors).flatMap((state) => [
    ...state.pending.flatMap((_, index) => callsOf(state, index)),
    ...stopOf(state),
    ...state.orphans.map((_, index) => numbered(state.letter, index) + LATE),
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

/** The steps of a trace that was printed as one word. */
export const parseTrace = (trace: string): Step[] => trace.match(/[a-z]\d*[!?&+~Xo]?/g) ?? [];
