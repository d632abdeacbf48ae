import type { Push } from '../../../shared/domain/push.ts';
import { localKeySecrets } from '../../../shared/local-service.ts';
import type { TableId } from '../../../shared/tables.ts';
import {
  compareTexts,
  makeMemoryDatabase,
  type MemoryDatabase,
  type Write,
} from '../../support/memory-database/memory-database.ts';
import { makeMemorySecrets, type MemorySecrets } from '../../support/memory-secrets.ts';
import type { Violation } from '../invariants/violation.ts';
import { changesRecord, findUnlogged, type Writer } from './audit-rule.ts';

/** The time at which every scenario begins: noon in UTC on 21 November 2026. */
export const NOON = Date.UTC(2026, 10, 21, 12);
export const HOUR = 60 * 60_000;

/** A push that SNS accepted. `endpoint`: the recipient's device; absent if the push was sent to the topic. */
export interface Sent {
  readonly endpoint?: string;
  readonly push: Push;
}

/** The surroundings of the explored code: the database, the secrets, SNS and the clock. */
export interface Environment {
  readonly database: MemoryDatabase;
  readonly secrets: MemorySecrets;
  readonly sent: Sent[];
  /** The writes to bookings, in the order of the table's stream. */
  readonly journal: Write[];
  /** How many writes to records ({@link isRecord}) each request has made. */
  readonly effects: Record<string, number>;
  /** The request that makes the current call; undefined between calls. */
  writer: Writer | undefined;
  /** The first violation that {@link findUnlogged} found in a write. */
  violation: Violation | undefined;
  /** How many writes the push function has received from the journal. */
  streamPosition: number;
  now: number;
  /**
   * A text that is the same for two states only if they have the same future.
   * @param staleTables tables that a read can still see as they were before their last write
   */
  fingerprint(staleTables: Iterable<TableId>): string;
  /** Another environment with the same state. */
  copy(): Environment;
}

/** The secrets from which the keys `access-1` and `refresh-1` are derived. */
export const FIRST_SECRETS = { access: 'the first access key', refresh: 'the first refresh key' };

const firstKey = (kind: keyof typeof FIRST_SECRETS) => [
  { VersionId: `${kind}-1`, SecretString: FIRST_SECRETS[kind], CreatedDate: NOON - 24 * HOUR },
];

const texts = new WeakMap<Write, string>();

/** The effect of a write on the check-in of a booking, as text. */
const textOf = (write: Write): string => {
  const { key, before, after } = write;
  const text = texts.get(write) ?? JSON.stringify([key, before?.['checkin'], after?.['checkin']]);
  texts.set(write, text);
  return text;
};

const assemble = (
  database: MemoryDatabase,
  openSecrets: (now: () => number) => MemorySecrets,
  { journal, effects, sent, streamPosition, now }: Omit<Environment, 'database' | 'secrets' | 'fingerprint' | 'copy'>,
): Environment => {
  database.onWrite = (writes) => {
    journal.push(...writes.filter(({ table }) => table === 'bookings'));
    const { writer } = environment;
    if (!writer) return;
    environment.violation ??= findUnlogged(writes, writer, database);
    const changed = writes.filter(changesRecord).length;
    if (changed > 0) effects[writer.requestId] = (effects[writer.requestId] ?? 0) + changed;
  };
  const environment: Environment = {
    database,
    secrets: openSecrets(() => environment.now),
    sent,
    journal,
    effects,
    writer: undefined,
    violation: undefined,
    streamPosition,
    now,
    fingerprint: (staleTables) =>
      [
        database.fingerprint(staleTables),
        JSON.stringify(Object.entries(effects).toSorted(([one], [other]) => compareTexts(one, other))),
        environment.secrets.fingerprint(),
        JSON.stringify(sent),
        // The push function handles each booking independently, so the order of writes to different bookings does not matter.
        JSON.stringify(journal.map(textOf).toSorted(compareTexts)),
        environment.streamPosition,
        environment.now,
      ].join('\n'),
    copy: () =>
      assemble(database.copy(), (clock) => environment.secrets.copy(clock), {
        ...environment,
        journal: [...journal],
        effects: { ...effects },
        sent: [...sent],
      }),
  };
  return environment;
};

export const makeEnvironment = (): Environment =>
  assemble(
    makeMemoryDatabase(),
    (now) =>
      makeMemorySecrets(
        { [localKeySecrets.access]: firstKey('access'), [localKeySecrets.refresh]: firstKey('refresh') },
        now,
      ),
    { journal: [], effects: {}, writer: undefined, violation: undefined, sent: [], streamPosition: 0, now: NOON },
  );
