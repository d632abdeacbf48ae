import type { Violation } from '../invariants/violation.ts';
import type { Environment } from './environment.ts';
import type { Actor, Attempt, Scenario } from './scenario.ts';

/** A call of an actor that waits until the explorer performs it. */
export interface Call {
  readonly description: string;
  readonly isWrite: boolean;
  readonly isIndexRead: boolean;
  /** Whether no other actor uses its table; see `meetIn` of the scenario. */
  readonly isLocal: boolean;
  readonly perform: (isStale: boolean) => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Whether the SDK has repeated it. */
  isRepeated: boolean;
}

export interface ActorState {
  readonly actor: Actor;
  /** Its name in a trace. */
  readonly letter: string;
  readonly attempts: Attempt[];
  /** Increases with each attempt and each crash, and so identifies calls of earlier attempts. */
  number: number;
  /** All attempts, including forgotten ones. */
  tries: number;
  maxTries: number;
  isDone: boolean;
  pending: Call[];
  /** Writes that were pending when their attempt ended, and first tries: they may be performed at any later time, or never. */
  orphans: Call[];
  /** The actors that had succeeded when the current attempt began. */
  after: readonly string[];
  /** The results of the current attempt's calls. */
  received: string[];
  calls: number;
  hasWritten: boolean;
}

/** Where one run of a scenario is. */
export interface RunState {
  readonly scenario: Scenario;
  readonly environment: Environment;
  readonly actors: readonly ActorState[];
  faultsLeft: number;
  interruptionsLeft: number;
  /** The actor of the last step. */
  last: ActorState | undefined;
  isIndexStale: boolean;
  violation: Violation | undefined;
  /** The steps so far as text. */
  readonly log: string[];
}

/** @param prepared the environment with the initial data; the run changes a copy */
export const makeRunState = (scenario: Scenario, prepared: Environment, faults: number): RunState => ({
  scenario,
  environment: prepared.copy(),
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
    after: [],
    received: [],
    calls: 0,
    hasWritten: false,
  })),
  faultsLeft: faults,
  interruptionsLeft: scenario.interruptions ?? Infinity,
  last: undefined,
  isIndexStale: false,
  violation: undefined,
  log: [],
});
