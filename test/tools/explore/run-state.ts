import type { Violation } from '../invariants/violation.ts';
import { AttemptProgram, type NumberedCall, type WaitingPoint } from './attempt-program.ts';
import type { Writer } from './audit-rule.ts';
import type { Environment } from './environment.ts';
import type { Actor, Attempt, Scenario } from './scenario.ts';

/** An actor's call, which waits until the explorer performs it. */
export interface Call extends NumberedCall {
  readonly writer: Writer;
  /** Whether the SDK has already retried the call. */
  readonly isRepeated: boolean;
}

export interface ActorState {
  readonly actor: Actor;
  /** The actor's name in a trace. */
  readonly letter: string;
  readonly attempts: Attempt[];
  /** The number of the current attempt, not counting earlier attempts that changed nothing. */
  number: number;
  /** The number of attempts so far, including those that changed nothing. */
  tries: number;
  maxTries: number;
  isDone: boolean;
  pending: readonly Call[];
  /** Writes that were pending when their attempt ended, or that the SDK has retried. They may be performed later, or never. */
  orphans: Call[];
  /** The actors that had succeeded when the current attempt began. Undefined until the attempt begins. */
  succeededBefore: readonly string[] | undefined;
  /** The results of the current attempt's calls. */
  received: string[];
  calls: number;
  hasWritten: boolean;
  /** The program of the current attempt, and the point at which it waits. */
  program: AttemptProgram | undefined;
  point: WaitingPoint | undefined;
}

/** The current state of one run of a scenario. */
export interface RunState {
  readonly scenario: Scenario;
  readonly environment: Environment;
  readonly actors: readonly ActorState[];
  /** Returns the program of an attempt. Copies of the run share the programs. */
  readonly programOf: (actor: Actor, requestId: string, now: number) => AttemptProgram;
  faultsLeft: number;
  interruptionsLeft: number;
  /** The actor of the last step. */
  last: ActorState | undefined;
  /** The actor that took the last step that other actors can notice. */
  lastVisible: ActorState | undefined;
  isStale: boolean;
  violation: Violation | undefined;
  /** The steps taken, as text. */
  readonly log: string[];
}

const makeProgramOf = (scenario: Scenario): RunState['programOf'] => {
  const programs = new Map<string, AttemptProgram>();
  return (actor, requestId, now) => {
    const key = `${requestId} ${now}`;
    const program = programs.get(key) ?? new AttemptProgram(scenario, actor, requestId, now);
    programs.set(key, program);
    return program;
  };
};

/** @param prepared the environment with the initial data; the run changes a copy */
export const makeRunState = (scenario: Scenario, prepared: Environment, faults: number): RunState => ({
  scenario,
  environment: prepared.copy(),
  programOf: makeProgramOf(scenario),
  actors: scenario.actors.map((actor, index) => ({
    actor,
    letter: String.fromCharCode(97 + index),
    attempts: [],
    number: 0,
    tries: 0,
    maxTries: faults + 2,
    isDone: false,
    pending: [],
    orphans: [],
    succeededBefore: undefined,
    received: [],
    calls: 0,
    hasWritten: false,
    program: undefined,
    point: undefined,
  })),
  faultsLeft: faults,
  interruptionsLeft: scenario.interruptions ?? Infinity,
  last: undefined,
  lastVisible: undefined,
  isStale: false,
  violation: undefined,
  log: [],
});

/** Returns a run in the same state that continues separately. */
export const copyRun = (run: RunState): RunState => {
  const actors = run.actors.map((state) => ({
    ...state,
    attempts: [...state.attempts],
    orphans: [...state.orphans],
    received: [...state.received],
  }));
  const copyOf = (state: ActorState | undefined) => state && actors[run.actors.indexOf(state)];
  const [last, lastVisible] = [copyOf(run.last), copyOf(run.lastVisible)];
  return { ...run, environment: run.environment.copy(), actors, last, lastVisible, log: [...run.log] };
};
