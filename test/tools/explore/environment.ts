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

/** The secrets from which the keys `access-1` and `refresh-1` are derived. */
export const FIRST_SECRETS = { access: 'the first access key', refresh: 'the first refresh key' };

const firstKey = (kind: keyof typeof FIRST_SECRETS) => [
  { VersionId: `${kind}-1`, SecretString: FIRST_SECRETS[kind], CreatedDate: NOON - 24 * HOUR },
];
const firstSecrets = {
  [localKeySecrets.access]: firstKey('access'),
  [localKeySecrets.refresh]: firstKey('refresh'),
};

const texts = new WeakMap<Write, string>();

/** The effect of a write on the check-in of a booking, as text. */
const textOf = (write: Write): string => {
  const { key, before, after } = write;
  const text = texts.get(write) ?? JSON.stringify([key, before?.['checkin'], after?.['checkin']]);
  texts.set(write, text);
  return text;
};

/** The surroundings of the explored code: the database, the secrets, SNS and the clock. */
export class Environment {
  readonly database: MemoryDatabase;
  readonly secrets: MemorySecrets;
  /** The pushes that SNS accepted. `endpoint`: the recipient's device; absent if the push was sent to the topic. */
  readonly sent: { readonly endpoint?: string; readonly push: Push }[];
  /** The writes to bookings, in the order of the table's stream. */
  readonly journal: Write[];
  /** How many writes to records ({@link changesRecord}) each request has made. */
  readonly effects: Record<string, number>;
  /** The request that makes the current call; undefined between calls. */
  writer: Writer | undefined;
  /** The first violation that was found during the run. */
  violation: Violation | undefined;
  /** How many writes the push function has received from the journal. */
  streamPosition: number;
  now: number;

  /** @param from the environment whose state is copied; default: a new one, with keys and without data */
  constructor(from?: Environment) {
    const clock = (): number => this.now;
    this.database = from?.database.copy() ?? makeMemoryDatabase();
    this.secrets = from?.secrets.copy(clock) ?? makeMemorySecrets(firstSecrets, clock);
    this.sent = [...(from?.sent ?? [])];
    this.journal = [...(from?.journal ?? [])];
    this.effects = { ...from?.effects };
    this.violation = from?.violation;
    this.streamPosition = from?.streamPosition ?? 0;
    this.now = from?.now ?? NOON;
    this.database.onWrite = (writes) => this.#record(writes);
  }

  #record(writes: readonly Write[]): void {
    this.journal.push(...writes.filter(({ table }) => table === 'bookings'));
    if (!this.writer) return;
    this.violation ??= findUnlogged(writes, this.writer, this.database);
    const { requestId } = this.writer;
    const changed = writes.filter(changesRecord).length;
    if (changed > 0) this.effects[requestId] = (this.effects[requestId] ?? 0) + changed;
  }

  /**
   * A text that is the same for two states only if they have the same future.
   * @param staleTables tables that a read can still see as they were before their last write
   */
  fingerprint(staleTables: Iterable<TableId>): string {
    return [
      this.database.fingerprint(staleTables),
      JSON.stringify(Object.entries(this.effects).toSorted(([one], [other]) => compareTexts(one, other))),
      this.secrets.fingerprint(),
      JSON.stringify(this.sent),
      // The push function handles each booking independently, so the order of writes to different bookings does not matter.
      JSON.stringify(this.journal.map(textOf).toSorted(compareTexts)),
      this.streamPosition,
      this.now,
    ].join('\n');
  }
}
