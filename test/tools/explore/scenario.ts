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
  /** Notes that the log entry of a check-in was given up. */
  readonly onLogFailed: () => void;
}

/** The end of one attempt of an actor. */
export type AttemptEnd = { readonly isLogFailed?: true } & (
  | { readonly end: 'succeeded'; readonly value: unknown }
  /** A coded error that is a final response, such as `token_invalid`. */
  | { readonly end: 'refused'; readonly code: string }
  | { readonly end: 'unavailable' }
  /** The process stopped, and no response came. */
  | { readonly end: 'lost' }
);

export type Attempt = AttemptEnd & {
  readonly requestId: string;
  /** The actors that already had a response when this attempt began. */
  readonly after: readonly string[];
};

/** A check-in that an actor sends. Those with one key are one check-in. */
export interface Swipe {
  /** Without a key, every attempt is a separate check-in. */
  readonly key?: string;
}

/** A sender of one request, which it retries if the response says so. */
export interface Actor {
  readonly name: string;
  /** One attempt. Called again after `unavailable` and `lost`, with the same key. */
  readonly request: (context: ActorContext) => Promise<unknown>;
  /** Whether it retries until it gets a response, and once more at the end; otherwise, one attempt. */
  readonly willRepeat: boolean;
  /** Whether its calls may have faults; default: yes. */
  readonly isFaultless?: true;
  /** Whether it sends its request only when the others have ended. */
  readonly isLast?: true;
  /** The check-ins of its request, one for each {@link GateResponse}. */
  readonly swipes?: readonly Swipe[];
  /** Whether its changes must be in the audit log. */
  readonly isAudited?: true;
  /** How many changes a response acknowledges; checked against those that were made. */
  readonly changes?: (value: unknown, made: number) => number;
  /** Whether the acknowledged change is still there. */
  readonly isDone?: (environment: Environment, value: unknown) => boolean;
  /** Actors whose requests may be rejected once this actor has begun. */
  readonly excuses?: readonly string[];
  /** Actors whose requests must be rejected if they begin after the response to this actor. */
  readonly ends?: readonly string[];
}

/** The record of a run, for the invariants. */
export interface RunRecord {
  readonly environment: Environment;
  readonly actors: readonly Actor[];
  readonly attempts: Readonly<Record<string, readonly Attempt[]>>;
  /** Whether a read saw a table as it was before its last write. */
  readonly isStale: boolean;
  /** Whether all actors have retried without a fault since then. Most invariants also hold before that. */
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
  /** The number for the small run of `npm test`; undefined: not in that run. */
  readonly smallFaults?: number;
  /**
   * The maximum number of times that one actor's calls interrupt another's; default: at every call. Writers that
   * start again whenever another one interferes could otherwise block each other forever, which only the random
   * back-off prevents.
   */
  readonly interruptions?: number;
  /** Writes of an attempt that has ended never arrive later. */
  readonly hasNoLateWrites?: true;
  /** The first try of a write that the SDK retries may arrive later; default: no, see the known limits in docs/protocols.md. */
  readonly hasLateFirstTries?: true;
  /** Invariants in addition to those of every scenario (`judge-run.ts`). */
  readonly judge?: Judge;
}

export type Judge = (run: RunRecord) => Violation[];

const nameOf = (actors: readonly Actor[]): string => actors.map(({ name }) => name).join('+');

/** A scenario that is named after its actors. */
export const beside = (group: string, rest: Omit<Scenario, 'name' | 'actors'>, actors: readonly Actor[]): Scenario => ({
  ...rest,
  name: `${group}/${nameOf(actors)}`,
  actors,
});

/** A scenario for every two of the actors. */
export const everyTwo = (group: string, rest: Omit<Scenario, 'name' | 'actors'>, all: readonly Actor[]): Scenario[] =>
  all.flatMap((one, index) => all.slice(index + 1).map((other) => beside(group, rest, [one, other])));
