import type { ActorState, Call, RunState } from './run-state.ts';

/** The outcomes of a call. Each key is the sign of an outcome in a trace. */
export const outcomes = {
  '': 'succeeds',
  '!': 'fails, and does nothing',
  '?': 'is performed, but its response is lost',
  '&': 'is performed twice, because the SDK retries it',
  '+': 'is performed when the SDK retries it, and its first try can arrive after the retry',
  '~': 'reads the state before the last write',
  '%': 'is left unprocessed',
} as const;
export type Outcome = keyof typeof outcomes;

/** The signs of the steps that are not calls: `X` if the process stops, `o` if an orphaned write arrives. */
const STOP = 'X';
const LATE = 'o';

/**
 * One step of a run: the letter of an actor, the index of its call (absent: 0), and the outcome. `a` is the first pending call of
 * the first actor. `b1?` is the second call of the second actor, with a lost response. `aX` stops the
 * first actor's process, `ao` performs its first orphaned write.
 */
export type Step = string;

export type ParsedStep = { readonly state: ActorState } & (
  | { readonly kind: 'call'; readonly call: Call; readonly outcome: Outcome }
  | { readonly kind: 'stop' }
  | { readonly kind: 'late'; readonly call: Call }
);

const outcomesOf = ({ faultsLeft, scenario }: RunState, { actor }: ActorState, call: Call): Outcome[] => {
  if (faultsLeft === 0 || actor.isFaultless) return [''];
  const { isWrite } = call;
  const faults: readonly [Outcome, boolean | undefined][] = [
    ['!', true],
    ['?', isWrite],
    ['&', isWrite && !call.isRepeated],
    ['+', isWrite && !call.isLocal && scenario.hasLateFirstTries],
    ['~', call.isEventual],
    ['%', call.leaveUnprocessed !== undefined],
  ];
  return ['', ...faults.flatMap(([outcome, isPossible]) => (isPossible ? [outcome] : []))];
};

/**
 * The indexes of the calls that need not wait for other actors: a local read if no write is pending, or all calls if all are
 * local.
 */
const callsAtOnce = ({ pending }: ActorState): number[] => {
  const read = pending.every(({ isWrite }) => !isWrite) ? pending.findIndex(({ isLocal }) => isLocal) : -1;
  if (read >= 0) return [read];
  return pending.every(({ isLocal }) => isLocal) ? [...pending.keys()] : [];
};

/** Lists the possible next steps. If some calls need not wait for other actors, lists only the steps of those calls. */
export const listSteps = (run: RunState): Step[] => {
  const indexed = (state: ActorState, index: number, sign: string): Step => `${state.letter}${index || ''}${sign}`;
  const callsOf = (state: ActorState, index: number): Step[] =>
    outcomesOf(run, state, state.pending[index] as Call).map((outcome) => indexed(state, index, outcome));
  const stopOf = ({ actor, letter, hasWritten, pending }: ActorState): Step[] =>
    run.faultsLeft > 0 && hasWritten && pending.length > 0 && !actor.isFaultless ? [letter + STOP] : [];
  for (const state of run.actors) {
    const atOnce = callsAtOnce(state);
    if (atOnce.length > 0) return [...atOnce.flatMap((index) => callsOf(state, index)), ...stopOf(state)];
  }
  const { last } = run;
  const lastVisible = run.actors.find(({ letter, pending }) => letter === run.lastVisible && pending.length > 0);
  const isAllowed = ({ letter }: ActorState, { isLocal }: Call): boolean =>
    !isLocal || last === undefined || last === letter;
  return (run.interruptionsLeft === 0 && lastVisible ? [lastVisible] : run.actors).flatMap((state) => [
    ...state.pending.flatMap((call, index) => (isAllowed(state, call) ? callsOf(state, index) : [])),
    ...stopOf(state),
    ...state.orphans.flatMap((call, index) => (isAllowed(state, call) ? [indexed(state, index, LATE)] : [])),
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
