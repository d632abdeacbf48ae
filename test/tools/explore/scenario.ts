import type { TableId } from '../../../shared/tables.ts';
import type { Findings } from '../invariants/violation.ts';
import type { ActorStores } from './actor-stores.ts';
import type { Environment } from './environment.ts';

/** The dependencies of an actor. */
export interface ActorContext extends ActorStores {
  /** The id of the attempt's request. Each attempt has a different one. */
  readonly requestId: string;
  readonly now: () => number;
  /**
   * Makes a call that does not go through the stores, such as one to SNS, at the moment that the explorer chooses.
   * @param description names the call in a trace
   */
  readonly call: <Result>(
    description: string,
    perform: (environment: Environment) => Result,
    isWrite: boolean,
  ) => Promise<Result>;
  /** Records that the service gave up writing the log entry of a check-in. */
  readonly onLogFailed: () => void;
}

/** The end of one attempt of an actor. */
export type AttemptEnd = { readonly isLogFailed?: true } & (
  | { readonly end: 'succeeded'; readonly value: unknown }
  /** A final response with an error code, such as `token_invalid`. */
  | { readonly end: 'refused'; readonly code: string }
  | { readonly end: 'unavailable' }
  /** The process stopped, and no response came. */
  | { readonly end: 'lost' }
);

export type Attempt = AttemptEnd & {
  readonly requestId: string;
  /** The actors that had already succeeded when this attempt began. */
  readonly succeededBefore: readonly string[];
};

/** A check-in that an actor sends. Swipes with the same key count as one check-in. */
export interface Swipe {
  /** Without a key, every attempt is a separate check-in. */
  readonly key?: string;
}

/** A sender of one request, which it retries if the response says so. */
export interface Actor {
  readonly name: string;
  /** Makes one attempt. After an attempt that ends with `unavailable` or `lost`, the next one uses the same key. */
  readonly request: (context: ActorContext) => Promise<unknown>;
  /** If true, the actor retries until it gets a response, and once more at the end. Otherwise, it makes one attempt. */
  readonly willRetry: boolean;
  /** If true, no faults are injected into the actor's calls. */
  readonly isFaultless?: true;
  /** If true, the actor sends its request only when all other actors have ended. */
  readonly isLast?: true;
  /** The check-ins of the actor's request, one for each `GateResponse`. */
  readonly swipes?: readonly Swipe[];
  /** If true, the actor's changes must be in the audit log. */
  readonly isAudited?: true;
  /** The number of changes that a response acknowledges. It must equal `changesMade`. */
  readonly changes?: (value: unknown, changesMade: number) => number;
  /** Returns whether the acknowledged change is still in the database. */
  readonly isChangeStored?: (environment: Environment, value: unknown) => boolean;
  /** Names of actors whose requests may be rejected once this actor has begun. */
  readonly excuses?: readonly string[];
  /** Names of actors whose requests must be rejected if they begin after this actor has succeeded. */
  readonly ends?: readonly string[];
}

/** The record of a run, by which the invariants are checked. */
export interface RunRecord {
  readonly environment: Environment;
  readonly actors: readonly Actor[];
  readonly attempts: readonly (Attempt & { readonly actor: Actor })[];
  /** Whether a read saw a table as it was before its last write. */
  readonly isStale: boolean;
  /** Whether all actors have made their final retry, without faults. Most invariants also hold before that retry. */
  readonly isSettled: boolean;
}

export interface Scenario {
  readonly name: string;
  /** Creates the initial data. Its calls are not scheduled. */
  readonly prepare: (stores: ActorStores, environment: Environment) => Promise<void>;
  readonly actors: readonly Actor[];
  /**
   * The tables that more than one actor uses. A call to any other table commutes with all calls of other actors, so it is
   * performed at once, and its faults are tried only at that point. Scenarios in which the clock moves use `everything`,
   * because no calls commute with a move of the clock.
   */
  readonly sharedTables: readonly TableId[] | 'everything';
  /** The maximum number of faults, crashes and stale reads in one run; a larger number takes longer. */
  readonly faults: number;
  /**
   * The maximum number of times that one actor's calls interrupt another's. Default: no maximum. Needed for writers that
   * start again whenever another one interferes: they could block each other forever, because the explorer has no random
   * back-off.
   */
  readonly interruptions?: number;
  /** If true, no write of an attempt arrives after the attempt has ended. */
  readonly hasNoLateWrites?: true;
  /** If true, the first try of a write may arrive after the SDK's retry of it (see the known limits in docs/protocols.md). */
  readonly hasLateFirstTries?: true;
  /** Invariants in addition to those of every scenario (`judge-run.ts`). */
  readonly judge?: Judge;
}

export type Judge = (run: RunRecord) => Findings;

/** The attempts of one actor. */
export const attemptsOf = ({ attempts }: RunRecord, name: string) =>
  attempts.filter(({ actor }) => actor.name === name);

/** The values of the attempts that succeeded. */
export const valuesOf = (attempts: readonly Attempt[]): unknown[] =>
  attempts.flatMap((attempt) => (attempt.end === 'succeeded' ? [attempt.value] : []));

/** Makes a scenario that is named after its actors. */
export const makeScenario = (
  group: string,
  rest: Omit<Scenario, 'name' | 'actors'>,
  actors: readonly Actor[],
): Scenario => ({ ...rest, name: `${group}/${actors.map(({ name }) => name).join('+')}`, actors });

/** Makes a scenario for each pair of the actors. */
export const everyPair = (group: string, rest: Omit<Scenario, 'name' | 'actors'>, all: readonly Actor[]): Scenario[] =>
  all.flatMap((one, index) => all.slice(index + 1).map((other) => makeScenario(group, rest, [one, other])));
