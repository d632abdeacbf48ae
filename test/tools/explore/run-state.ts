import { hash } from 'node:crypto';
import { compareTexts } from '../../support/memory-database/memory-database.ts';
import type { AttemptCall, WaitingPoint } from './attempt-program.ts';
import { Environment } from './environment.ts';
import type { Actor, Attempt, Scenario } from './scenario.ts';

/** An actor's call, which waits until the explorer performs it. */
export interface Call extends AttemptCall {
  /** Whether the SDK has already retried the call. */
  readonly isRepeated?: true;
}

export interface ActorState {
  readonly actor: Actor;
  readonly index: number;
  attempts: readonly Attempt[];
  /** The number of the current attempt, not counting earlier attempts that changed nothing. */
  number: number;
  /** The number of attempts so far, including those that changed nothing. */
  tries: number;
  isDone: boolean;
  pending: readonly Call[];
  /** Writes that were pending when their attempt ended, or that the SDK has retried. They may be performed later, or never. */
  orphans: readonly Call[];
  /** The actors that had succeeded when the current attempt began. Undefined until the attempt begins. */
  succeededBefore: readonly string[] | undefined;
  hasWritten: boolean;
  /** The point at which the program of the current attempt waits. */
  point: WaitingPoint | undefined;
}

/** The current state of one run of a scenario. */
export interface RunState {
  readonly scenario: Scenario;
  readonly environment: Environment;
  readonly actors: readonly ActorState[];
  /** The programs of the attempts. Copies of the run share them. */
  readonly programs: Map<string, Promise<WaitingPoint>>;
  /** The number of attempts after which an actor gives up. */
  readonly maxTries: number;
  faultsLeft: number;
  interruptionsLeft: number;
  /** The index of the actor that took the last step. */
  last: number | undefined;
  /** The index of the actor that took the last step that other actors can notice. */
  lastVisible: number | undefined;
  isStale: boolean;
  /** The steps taken, as text. */
  log: readonly string[];
}

/** @param prepared the environment with the initial data; the run changes a copy */
export const makeRun = (scenario: Scenario, prepared: Environment, faults: number): RunState => ({
  scenario,
  environment: new Environment(prepared),
  programs: new Map(),
  actors: scenario.actors.map((actor, index) => ({
    actor,
    index,
    attempts: [],
    number: 0,
    tries: 0,
    isDone: false,
    pending: [],
    orphans: [],
    succeededBefore: undefined,
    hasWritten: false,
    point: undefined,
  })),
  maxTries: faults + 2,
  faultsLeft: faults,
  interruptionsLeft: scenario.interruptions ?? Infinity,
  last: undefined,
  lastVisible: undefined,
  isStale: false,
  log: [],
});

/** Returns a run in the same state that continues separately. */
export const copyRun = (run: RunState): RunState => ({
  ...run,
  environment: new Environment(run.environment),
  actors: run.actors.map((state) => ({ ...state })),
});

/** Whether an invariant is broken or every actor has ended. Orphaned calls can still be performed after that. */
export const isOver = ({ environment, actors }: RunState): boolean =>
  environment.violation !== undefined || actors.every(({ isDone }) => isDone);

/**
 * Whether an actor has a local call. Such a call commutes with the calls of other actors, but perhaps not with other calls of
 * its own actor. So it is performed only directly after a call of its own actor.
 */
const hasLocalCall = ({ pending, orphans }: ActorState): boolean =>
  [...pending, ...orphans].some(({ isLocal }) => isLocal);

/**
 * Returns the same text for states from which the same steps lead to the same results. An attempt's next calls depend on the
 * results that it has received, so these are included, but not the order in which it received them from parallel calls.
 */
export const hashRun = (run: RunState): string => {
  const { actors, environment, faultsLeft, interruptionsLeft, isStale, last, lastVisible, scenario } = run;
  const states = actors.map(({ number, isDone, point, pending, orphans, attempts, succeededBefore }) => [
    number,
    isDone,
    point?.results.map(({ text }) => text).toSorted(compareTexts),
    pending.map(({ description, isRepeated }) => `${description}${isRepeated}`).toSorted(compareTexts),
    orphans.map(({ description }) => description).toSorted(compareTexts),
    attempts,
    succeededBefore ?? null,
  ]);
  const turns = [
    ...(interruptionsLeft < Infinity ? [interruptionsLeft, lastVisible] : []),
    ...(actors.some((state) => state.index === last && hasLocalCall(state)) ? [last] : []),
  ].join(' ');
  const { sharedTables } = scenario;
  const tables = sharedTables === 'everything' ? (['bookings', 'users', 'apiClients'] as const) : sharedTables;
  const data = environment.fingerprint(faultsLeft > 0 ? tables : []);
  return hash('md5', `${faultsLeft}${turns}${isStale}${JSON.stringify(states)}${data}`, 'base64');
};
