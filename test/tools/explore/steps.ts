import type { ActorState, Call, RunState } from './run-state.ts';

/** The outcomes of a call. */
export const outcomes = {
  done: 'succeeds',
  fail: 'fails, and does nothing',
  lose: 'is performed, but its response is lost',
  repeat: 'is performed twice, because the SDK retries it',
  overtake: 'is performed when the SDK retries it, and its first try can arrive after the retry',
  stale: 'reads the state before the last write',
  leave: 'is left unprocessed',
} as const;
export type Outcome = keyof typeof outcomes;

/** One step of a run: a call of an actor, a stop of its process, or the arrival of an orphaned write. */
export type Step = { readonly actor: number } & (
  | { readonly kind: 'call'; readonly call: Call; readonly outcome: Outcome }
  | { readonly kind: 'stop' }
  | { readonly kind: 'late'; readonly call: Call }
);

const outcomesOf = ({ faultsLeft, scenario }: RunState, { actor }: ActorState, call: Call): Outcome[] => {
  if (faultsLeft === 0 || actor.isFaultless) return ['done'];
  const { isWrite } = call;
  const isPossible: Readonly<Record<Outcome, boolean | undefined>> = {
    done: true,
    fail: true,
    lose: isWrite,
    repeat: isWrite && !call.isRepeated,
    overtake: isWrite && !call.isLocal && scenario.hasLateFirstTries,
    stale: call.isEventual,
    leave: call.leaveUnprocessed !== undefined,
  };
  return (Object.keys(outcomes) as Outcome[]).filter((outcome) => isPossible[outcome]);
};

/** The calls that need not wait for other actors: a local read if no write is pending, or all calls if all are local. */
const callsAtOnce = ({ pending }: ActorState): readonly Call[] => {
  const read = pending.every(({ isWrite }) => !isWrite) && pending.find(({ isLocal }) => isLocal);
  if (read) return [read];
  return pending.every(({ isLocal }) => isLocal) ? pending : [];
};

/** Lists the possible next steps. If some calls need not wait for other actors, lists only the steps of those calls. */
export const listSteps = (run: RunState): Step[] => {
  const { last, lastVisible, actors } = run;
  const callsOf = (state: ActorState, call: Call): Step[] =>
    outcomesOf(run, state, call).map((outcome) => ({ actor: state.index, kind: 'call', call, outcome }));
  const stopOf = ({ actor, index, hasWritten, pending }: ActorState): Step[] =>
    run.faultsLeft > 0 && hasWritten && pending.length > 0 && !actor.isFaultless
      ? [{ actor: index, kind: 'stop' }]
      : [];
  for (const state of actors) {
    const atOnce = callsAtOnce(state);
    if (atOnce.length > 0) return [...atOnce.flatMap((call) => callsOf(state, call)), ...stopOf(state)];
  }
  const uninterruptible = actors.filter(({ index, pending }) => index === lastVisible && pending.length > 0);
  const isAllowed = ({ index }: ActorState, { isLocal }: Call): boolean =>
    !isLocal || last === undefined || last === index;
  return (run.interruptionsLeft === 0 && uninterruptible.length > 0 ? uninterruptible : actors).flatMap((state) => [
    ...state.pending.flatMap((call) => (isAllowed(state, call) ? callsOf(state, call) : [])),
    ...stopOf(state),
    ...state.orphans.flatMap((call): Step[] =>
      isAllowed(state, call) ? [{ actor: state.index, kind: 'late', call }] : [],
    ),
  ]);
};
