import { makeClientAccessReader } from '../../../shared/adapters/dynamodb/client-access-reader.ts';
import { makeRemovalNotes } from '../../../shared/adapters/dynamodb/audit-log.ts';
import { makeCheckinLog } from '../../../shared/adapters/dynamodb/checkin-log.ts';
import type { Database } from '../../../shared/adapters/dynamodb/database.ts';
import { makeTokenFamilyStore } from '../../../shared/adapters/dynamodb/token-family-store.ts';
import { makeKeySecret } from '../../../shared/adapters/secrets-manager/key-secret.ts';
import { LOCAL_KEY_SECRET, localTableNames as names } from '../../../shared/local-service.ts';
import { defaultLogRetention } from '../../../shared/settings.ts';
import type { MemorySecrets } from '../../support/memory-secrets.ts';
import { openTestStores } from '../../support/test-stores.ts';
import type { Findings } from '../invariants/violation.ts';
import type { Call } from './calls.ts';
import type { Fault } from './faults.ts';
import type { Schedule } from './schedule.ts';
import type { World } from './world.ts';

/** The real stores, on one actor's database and Secrets Manager. */
export const openStores = (database: Database, secrets: Pick<MemorySecrets, 'send'>) => ({
  ...openTestStores(database),
  access: makeClientAccessReader(database, names.apiClients),
  families: makeTokenFamilyStore(database, names.apiClients),
  checkinLog: makeCheckinLog({ withSignal: () => database }, names.checkinLog, defaultLogRetention.checkinLogDays),
  signingKey: makeKeySecret(secrets, LOCAL_KEY_SECRET),
  removals: makeRemovalNotes(database, names.auditDetails),
  secrets,
});

export type Stores = ReturnType<typeof openStores>;

/** The dependencies of one attempt. */
export interface Context extends Stores {
  /** The id of the attempt's request. Each attempt has a different one. */
  readonly requestId: string;
  readonly run: Run;
  readonly now: () => number;
  /** Makes a call to SNS. `description` names it in the story. */
  readonly callSns: <Result>(description: string, perform: (world: World) => Result) => Promise<Result>;
  /** Records that the service gave up writing the log entry of a check-in. */
  readonly onLogFailed: () => void;
}

export interface AttemptEnd {
  /** `refused`: a final response with an error code. `lost`: the process stopped, so no response came. */
  readonly end: 'succeeded' | 'refused' | 'unavailable' | 'lost';
  readonly value?: unknown;
  readonly code?: string;
}

export interface Attempt extends AttemptEnd {
  readonly actor: Actor;
  readonly requestId: string;
  readonly isLogFailed: boolean;
  /** The actors that had already succeeded when this attempt began. */
  readonly succeededBefore: readonly string[];
}

/** A sender of one request, which it retries if the response says so. */
export interface Actor {
  readonly name: string;
  readonly request: (context: Context) => Promise<unknown>;
  /** If true, the actor retries until it gets a response, and once more at the end. Otherwise, it makes one attempt. */
  readonly retries?: true;
  /**
   * The check-ins of the actor's request. The value of an attempt is then a list of a `CheckinResponse` for each. Swipes with
   * the same key are one check-in. Without a key, every attempt is a separate check-in.
   */
  readonly swipes?: readonly { readonly key?: string }[];
  /** If true, no check-in arrives late in a run with this actor (see the known limits in docs/protocols.md). */
  readonly forbidsLateCheckins?: true;
  /** If true, the actor's changes must be in the audit log. */
  readonly isAudited?: true;
  /** The number of changes that a response acknowledges. */
  readonly changes?: (value: unknown) => number;
  /** Returns whether the acknowledged change is still in the database. */
  readonly isStored?: (world: World, value: unknown) => boolean;
  /** Names of actors whose requests must be refused if they begin after this actor has succeeded. Others may be refused. */
  readonly ends?: readonly string[];
}

/** One run of a few actors, and the record by which the invariants are checked. */
export interface Run {
  readonly world: World;
  readonly actors: readonly Actor[];
  readonly schedule: Schedule;
  readonly takeFault: (call: Call) => Fault | undefined;
  readonly attempts: Attempt[];
  /** What happened, one line for each step. */
  readonly story: string[];
  /** Whether a read saw a table as it was before its last write. */
  isStale: boolean;
  /** Whether the actors make their final retry, without faults. Most invariants also hold before that retry. */
  isSettling: boolean;
}

/** Actors of which a few, drawn at random, act at once. */
export interface Group {
  readonly name: string;
  /** Creates the initial data. */
  readonly prepare: (stores: Stores) => Promise<void>;
  readonly actors: readonly Actor[];
  /** Actors of every run. */
  readonly always?: readonly Actor[];
  /** How many of `actors` take part in a run. Default: 2 to 3 */
  readonly size?: readonly [least: number, most: number];
  /** Invariants in addition to those of every group (`judge.ts`). */
  readonly judge?: (run: Run) => Findings;
}

/** The attempts of one actor. */
export const attemptsOf = ({ attempts }: Run, name: string): Attempt[] =>
  attempts.filter(({ actor }) => actor.name === name);

/** The values of the attempts that succeeded. */
export const valuesOf = (attempts: readonly Attempt[]): unknown[] =>
  attempts.filter(({ end }) => end === 'succeeded').map(({ value }) => value);

/** Moves the service's clock once, at any time. */
export const moveClock = (name: string, milliseconds: number, more: Partial<Actor> = {}): Actor => ({
  name,
  request: async ({ run: { world } }) => void (world.now += milliseconds),
  ...more,
});
