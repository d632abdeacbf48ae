import type { TableId } from '../../../shared/tables.ts';
import type { Violation } from '../invariants/violation.ts';
import type { ActorStores } from './actor-stores.ts';
import type { Environment } from './environment.ts';

/** The dependencies of an actor. */
export interface ActorContext extends ActorStores {
  /** Differs for each attempt. */
  readonly requestId: string;
  readonly now: () => number;
  /** An additional call that the explorer schedules, such as one to SNS. `description` names it in a trace. */
  readonly call: <Result>(
    description: string,
    perform: (environment: Environment) => Result,
    isWrite: boolean,
  ) => Promise<Result>;
}

/** The end of one attempt of an actor. */
export type AttemptEnd =
  | { readonly end: 'succeeded'; readonly value: unknown }
  /** A coded error that is a final response, such as `token_invalid`. */
  | { readonly end: 'refused'; readonly code: string }
  | { readonly end: 'unavailable' }
  /** The process stopped, and no response came. */
  | { readonly end: 'lost' };

export type Attempt = AttemptEnd & {
  readonly requestId: string;
  /** The actors that had got a response when this attempt began. */
  readonly after: readonly string[];
};

/** A sender of one request, which it repeats if the response says so. */
export interface Actor {
  readonly name: string;
  /** One attempt. Called again after `unavailable` and `lost`, with the same key. */
  readonly request: (context: ActorContext) => Promise<unknown>;
  /** Whether it repeats until it gets a response, and once more at the end; otherwise, one attempt. */
  readonly willRepeat: boolean;
  /** Whether its calls may have faults; default: yes. */
  readonly isFaultless?: true;
}

/** The record of a run, for the invariants. */
export interface RunRecord {
  readonly environment: Environment;
  readonly attempts: Readonly<Record<string, readonly Attempt[]>>;
  /** Whether an index query saw the table as it was before its last write. */
  readonly isIndexStale: boolean;
  /** Whether all actors have repeated without a fault since. Most invariants hold before that, too. */
  readonly isSettled: boolean;
}

export interface Scenario {
  readonly name: string;
  /** The initial data; these calls are not scheduled. */
  readonly prepare: (stores: ActorStores, environment: Environment) => Promise<void>;
  readonly actors: readonly Actor[];
  /**
   * The tables through which the actors meet. A call to another one commutes with all calls of other actors: it is
   * performed at once, and its faults are tried there only. `everything`: if the clock moves, nothing commutes.
   */
  readonly meetIn: readonly TableId[] | 'everything';
  /** The maximum number of faults, crashes and stale reads in one run; a larger number takes longer. */
  readonly faults: number;
  /** The same for the small run of `npm test`: as few as find the mutants of the self-check. undefined: not in that run. */
  readonly smallFaults?: number;
  /**
   * The maximum number of times that one actor's calls interrupt another's; default: at every call. Writers that
   * start again whenever another one interferes could otherwise block each other forever, which only the random
   * back-off prevents.
   */
  readonly interruptions?: number;
  /** Writes of an attempt that has ended never arrive later. */
  readonly hasNoLateWrites?: true;
  /** The first try of a write that the SDK repeats may arrive later; default: no, see the known limits in docs/protocols.md. */
  readonly hasLateFirstTries?: true;
  /** An attempt with more calls than this counts as endless. */
  readonly maxCalls: number;
  readonly judge: Judge;
}

export type Judge = (run: RunRecord) => Violation[];

/** The violations of several judges. */
export const judgeAll =
  (...judges: readonly Judge[]): Judge =>
  (run) =>
    judges.flatMap((judge) => judge(run));
