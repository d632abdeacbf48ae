import { makeLogStore } from '../../../shared/adapters/dynamodb/log-store.ts';
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
import type { World } from './world.ts';

/** The real stores, on one actor's database and Secrets Manager. */
export const openStores = (database: Database, secrets: Pick<MemorySecrets, 'send'>, now: () => number) => ({
  ...openTestStores(database),
  access: makeClientAccessReader(database, names.apiClients),
  families: makeTokenFamilyStore(database, names.apiClients),
  checkinLog: makeCheckinLog({ withSignal: () => database }, names.checkinLog, defaultLogRetention.checkinLogDays),
  log: makeLogStore(database, names, defaultLogRetention, now),
  signingKey: makeKeySecret(secrets, LOCAL_KEY_SECRET),
  removals: makeRemovalNotes(database, names.auditDetails),
  secrets,
});

export type Stores = ReturnType<typeof openStores>;

/** The dependencies of one attempt. */
export interface Context extends Stores {
  /** The id of the attempt's request. Each attempt has a different one. */
  readonly requestId: string;
  readonly now: () => number;
  /** Makes a call that does not go through the stores, such as one to SNS. `description` names it in the story. */
  readonly call: <Result>(description: string, perform: (world: World) => Result, isWrite?: boolean) => Promise<Result>;
  /** Records that the service gave up writing the log entry of a check-in. */
  readonly onLogFailed: () => void;
}

/** The end of an attempt. `refused`: a final response with an error code. `lost`: the process stopped, so no response came. */
export type AttemptEnd =
  | { readonly end: 'succeeded'; readonly value: unknown }
  | { readonly end: 'refused'; readonly code: string }
  | { readonly end: 'unavailable' | 'lost' };

export type Attempt = AttemptEnd & {
  readonly actor: Actor;
  readonly requestId: string;
  readonly isLogFailed: boolean;
  /** The actors that had already succeeded when this attempt made its first call. */
  readonly succeededBefore: readonly string[];
};

/** A sender of one request, which it retries if the response says so. */
export interface Actor {
  readonly name: string;
  readonly request: (context: Context) => Promise<unknown>;
  /** If true, the actor retries until it gets a response, and once more at the end. Otherwise, it makes one attempt. */
  readonly retries?: true;
  /** If true, no faults are injected into the actor's calls. */
  readonly isFaultless?: true;
  /** If true, the actor acts only after the final retries of all other actors. */
  readonly isLast?: true;
  /**
   * The check-ins of the actor's request, one for each `GateResponse`. Swipes with the same key are one check-in. Without a key,
   * every attempt is a separate check-in.
   */
  readonly swipes?: readonly { readonly key?: string }[];
  /** If true, the actor's changes must be in the audit log. */
  readonly isAudited?: true;
  /** The number of changes that a response acknowledges. It must equal `changesMade`. */
  readonly changes?: (value: unknown, changesMade: number) => number;
  /** Returns whether the acknowledged change is still in the database. */
  readonly isStored?: (world: World, value: unknown) => boolean;
  /** If true, other requests may be rejected because of this actor. */
  readonly excuses?: true;
  /** Names of actors whose requests must be rejected if they begin after this actor has succeeded. */
  readonly ends?: readonly string[];
}

/** The record of a run, by which the invariants are checked. */
export interface RunRecord {
  readonly world: World;
  readonly actors: readonly Actor[];
  readonly attempts: Attempt[];
  /** Whether a read saw a table as it was before its last write. */
  isStale: boolean;
  /** Whether all actors have made their final retry, without faults. Most invariants also hold before that retry. */
  isSettled: boolean;
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
  /** If true, no write of an attempt to bookings arrives after the attempt has ended (see the known limits in docs/protocols.md). */
  readonly hasNoLateWrites?: true;
  /** If true, the first try of a write may arrive after the SDK's retry of it (see the known limits in docs/protocols.md). */
  readonly hasLateFirstTries?: true;
  /** Invariants in addition to those of every group (`judge.ts`). */
  readonly judge?: (run: RunRecord) => Findings;
}

/** The attempts of one actor. */
export const attemptsOf = ({ attempts }: RunRecord, name: string): Attempt[] =>
  attempts.filter(({ actor }) => actor.name === name);

/** The values of the attempts that succeeded. */
export const valuesOf = (attempts: readonly Attempt[]): unknown[] =>
  attempts.flatMap((attempt) => (attempt.end === 'succeeded' ? [attempt.value] : []));
