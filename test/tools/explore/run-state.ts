import type { Violation } from '../invariants/violation.ts';
import { AttemptCode, type NumberedCall, type WaitingPoint } from './attempt-code.ts';
import type { Writer } from './audit-rule.ts';
import type { Environment } from './environment.ts';
import type { Actor, Attempt, Scenario } from './scenario.ts';

/** A call of an actor that waits until the explorer performs it. */
export interface Call extends NumberedCall {
  readonly writer: Writer;
  /** Whether the SDK has retried it. */
  readonly isRepeated: boolean;
}

export interface ActorState {
  readonly actor: Actor;
  /** The actor's name in a trace. */
  readonly letter: string;
  readonly attempts: Attempt[];
  /** Increases with each attempt and each crash, and so identifies calls of earlier attempts. */
  number: number;
  /** All attempts, including forgotten ones. */
  tries: number;
  maxTries: number;
  isDone: boolean;
  pending: readonly Call[];
  /** Writes that were pending when their attempt ended, and first tries: they may be performed at any later time, or never. */
  orphans: Call[];
  /** The actors that had succeeded when the current attempt began; undefined until then. */
  after: readonly string[] | undefined;
  /** The results of the current attempt's calls. */
  received: string[];
  calls: number;
  hasWritten: boolean;
  /** The code of the current attempt, and the point at which it waits. */
  code: AttemptCode | undefined;
  point: WaitingPoint | undefined;
}

/** Where one run of a scenario is. */
export interface RunState {
  readonly scenario: Scenario;
  readonly environment: Environment;
  readonly actors: readonly ActorState[];
  /** The code of an attempt; copies of the run share it. */
  readonly codeOf: (actor: Actor, requestId: string, now: number) => AttemptCode;
  faultsLeft: number;
  interruptionsLeft: number;
  /** The actor of the last step. */
  last: ActorState | undefined;
  /** The actor of the last step that others may notice. */
  met: ActorState | undefined;
  isStale: boolean;
  violation: Violation | undefined;
  /** The steps so far as text. */
  readonly log: string[];
}

const makeCodeOf = (scenario: Scenario): RunState['codeOf'] => {
  const codes = new Map<string, AttemptCode>();
  return (actor, requestId, now) => {
    const key = `${requestId} ${now}`;
    const code = codes.get(key) ?? new AttemptCode(scenario, actor, requestId, now);
    codes.set(key, code);
    return code;
  };
};

/** @param prepared the environment with the initial data; the run changes a copy */
export const makeRunState = (scenario: Scenario, prepared: Environment, faults: number): RunState => ({
  scenario,
  environment: prepared.copy(),
  codeOf: makeCodeOf(scenario),
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
    after: undefined,
    received: [],
    calls: 0,
    hasWritten: false,
    code: undefined,
    point: undefined,
  })),
  faultsLeft: faults,
  interruptionsLeft: scenario.interruptions ?? Infinity,
  last: undefined,
  met: undefined,
  isStale: false,
  violation: undefined,
  log: [],
});

/** A run that is at the same point and continues on its own. */
export const copyRun = (run: RunState): RunState => {
  const actors = run.actors.map((state) => ({
    ...state,
    attempts: [...state.attempts],
    orphans: [...state.orphans],
    received: [...state.received],
  }));
  const copyOf = (state: ActorState | undefined) => state && actors[run.actors.indexOf(state)];
  const [last, met] = [copyOf(run.last), copyOf(run.met)];
  return { ...run, environment: run.environment.copy(), actors, last, met, log: [...run.log] };
};
