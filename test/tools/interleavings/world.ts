import { DAY } from '../../../shared/domain/instant.ts';
import type { Push } from '../../../shared/domain/push.ts';
import { LOCAL_KEY_SECRET } from '../../../shared/local-service.ts';
import { makeMemoryDatabase, type MemoryDatabase, type Write } from '../../support/memory-database/memory-database.ts';
import { makeMemorySecrets, type MemorySecrets } from '../../support/memory-secrets.ts';
import type { Violation } from '../invariants/violation.ts';
import { changesRecord, findUnlogged, type Writer } from './audit-rule.ts';

/** The time at which every run begins: noon in UTC on 21 November 2026. */
export const NOON = Date.UTC(2026, 10, 21, 12);

/** The secrets from which the keys `access-1` and `refresh-1` are derived. */
export const FIRST_SECRET = 'the first signing key';
export const FIRST_KEY = 'key-1';

const firstVersion = [{ VersionId: FIRST_KEY, SecretString: FIRST_SECRET, CreatedDate: NOON - DAY }];

/** What the code under test runs in: the database, Secrets Manager, SNS and the clock. */
export class World {
  readonly database: MemoryDatabase;
  readonly secrets: MemorySecrets;
  /** The pushes that SNS accepted. `endpoint`: the recipient's device; absent if the push was sent to the topic. */
  readonly sent: { readonly endpoint?: string; readonly push: Push }[] = [];
  /** The writes to bookings, in the order of the table's stream. */
  readonly journal: Write[] = [];
  /** How many writes to records ({@link changesRecord}) each request has made. */
  readonly effects: Record<string, number> = {};
  /** The request that makes the current call; undefined between calls. */
  writer: Writer | undefined;
  /** The first violation that was found during the run. */
  violation: Violation | undefined;
  /** How many writes the push function has received from the journal. */
  streamPosition = 0;
  now = NOON;

  /** @param prepared the world whose data is copied; default: a new one, with keys and without data */
  constructor(prepared?: World) {
    const clock = (): number => this.now;
    this.database = prepared?.database.copy() ?? makeMemoryDatabase();
    this.secrets = prepared?.secrets.copy(clock) ?? makeMemorySecrets({ [LOCAL_KEY_SECRET]: firstVersion }, clock);
    this.database.onWrite = (writes) => this.#record(writes);
  }

  #record(writes: readonly Write[]): void {
    // The stream begins after the initial data, which no request writes.
    if (!this.writer) return;
    this.journal.push(...writes.filter(({ table }) => table === 'bookings'));
    this.violation ??= findUnlogged(writes, this.writer, this.database);
    const { requestId } = this.writer;
    const changed = writes.filter(changesRecord).length;
    if (changed > 0) this.effects[requestId] = (this.effects[requestId] ?? 0) + changed;
  }
}
